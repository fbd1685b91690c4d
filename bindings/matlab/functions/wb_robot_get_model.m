% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_model()
% WB_ROBOT_GET_MODEL
%   The robot's model.

  value = wb_call('wb_robot_get_model');
end

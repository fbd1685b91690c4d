% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_name()
% WB_ROBOT_GET_NAME
%   The robot's name.

  value = wb_call('wb_robot_get_name');
end

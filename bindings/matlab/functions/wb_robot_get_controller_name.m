% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_controller_name()
% WB_ROBOT_GET_CONTROLLER_NAME
%   The name of the controller.

  value = wb_call('wb_robot_get_controller_name');
end

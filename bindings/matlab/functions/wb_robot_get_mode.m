% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_mode()
% WB_ROBOT_GET_MODE
%   Whether the robot is simulated.

  value = wb_call('wb_robot_get_mode');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_synchronization()
% WB_ROBOT_GET_SYNCHRONIZATION
%   Whether the simulator waits for the controller.

  value = wb_call('wb_robot_get_synchronization');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_supervisor()
% WB_ROBOT_GET_SUPERVISOR
%   Whether the robot is a supervisor.

  value = wb_call('wb_robot_get_supervisor');
end

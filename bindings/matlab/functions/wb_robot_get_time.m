% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_time()
% WB_ROBOT_GET_TIME
%   Seconds since the start of the simulation.

  value = wb_call('wb_robot_get_time');
end

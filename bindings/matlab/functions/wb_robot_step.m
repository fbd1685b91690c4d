% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_step(duration)
% WB_ROBOT_STEP
%   Sends all commands, runs the simulation for this many milliseconds and waits. Returns
%   how late it is, or -1 when the simulator ends the controller.

  value = wb_call('wb_robot_step', duration);
end

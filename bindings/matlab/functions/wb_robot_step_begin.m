% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_step_begin(duration)
% WB_ROBOT_STEP_BEGIN
%   The first half of a step: sends the commands and returns immediately.

  value = wb_call('wb_robot_step_begin', duration);
end

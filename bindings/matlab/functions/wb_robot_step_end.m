% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_step_end()
% WB_ROBOT_STEP_END
%   The second half of a step: waits.

  value = wb_call('wb_robot_step_end');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_motion_is_over(motion)
% WBU_MOTION_IS_OVER
%   Whether it has come to its end.

  value = wb_call('wbu_motion_is_over', motion);
end

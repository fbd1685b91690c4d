% SPDX-License-Identifier: MIT OR Apache-2.0
function wbu_motion_set_reverse(motion, reverse)
% WBU_MOTION_SET_REVERSE
%   Whether it is played backwards.

  wb_call('wbu_motion_set_reverse', motion, reverse);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wbu_motion_set_loop(motion, loop)
% WBU_MOTION_SET_LOOP
%   Whether it begins again at its end.

  wb_call('wbu_motion_set_loop', motion, loop);
end

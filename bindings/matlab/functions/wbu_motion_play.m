% SPDX-License-Identifier: MIT OR Apache-2.0
function wbu_motion_play(motion)
% WBU_MOTION_PLAY
%   Plays, from where it is.

  wb_call('wbu_motion_play', motion);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_speaker_play_sound(left, right, sound, volume, pitch, balance, loop)
% WB_SPEAKER_PLAY_SOUND
%   Plays a sound on one speaker (left equal to right) or two. Volume 0 to 1, pitch 1 as
%   recorded, balance -1 left to 1 right.

  wb_call('wb_speaker_play_sound', left, right, sound, volume, pitch, balance, loop);
end

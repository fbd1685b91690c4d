% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_speaker_is_sound_playing(tag, sound)
% WB_SPEAKER_IS_SOUND_PLAYING
%   Whether a sound is playing, or anything with 0.

  value = wb_call('wb_speaker_is_sound_playing', tag, sound);
end

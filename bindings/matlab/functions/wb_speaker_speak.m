% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_speaker_speak(tag, text, volume)
% WB_SPEAKER_SPEAK
%   Speaks a text.

  wb_call('wb_speaker_speak', tag, text, volume);
end

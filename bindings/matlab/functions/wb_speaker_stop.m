% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_speaker_stop(tag, sound)
% WB_SPEAKER_STOP
%   Stops a sound, or everything with 0.

  wb_call('wb_speaker_stop', tag, sound);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_speaker_is_speaking(tag)
% WB_SPEAKER_IS_SPEAKING
%   Whether it is speaking.

  value = wb_call('wb_speaker_is_speaking', tag);
end

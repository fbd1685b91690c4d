% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_speaker_get_language(tag)
% WB_SPEAKER_GET_LANGUAGE
%   The language.

  value = wb_call('wb_speaker_get_language', tag);
end

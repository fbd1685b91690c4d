% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_speaker_set_language(tag, language)
% WB_SPEAKER_SET_LANGUAGE
%   Chooses the language, for example "en-US". Returns whether it is supported.

  value = wb_call('wb_speaker_set_language', tag, language);
end

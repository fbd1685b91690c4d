% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_speaker_get_engine(tag)
% WB_SPEAKER_GET_ENGINE
%   The speech engine.

  value = wb_call('wb_speaker_get_engine', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_speaker_set_engine(tag, engine)
% WB_SPEAKER_SET_ENGINE
%   Sets the speech engine. Returns whether it exists.

  value = wb_call('wb_speaker_set_engine', tag, engine);
end

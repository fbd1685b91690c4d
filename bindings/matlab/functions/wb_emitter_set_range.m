% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_emitter_set_range(tag, range)
% WB_EMITTER_SET_RANGE
%   How far packets go from now on, in metres; -1 for the greatest range.

  wb_call('wb_emitter_set_range', tag, range);
end

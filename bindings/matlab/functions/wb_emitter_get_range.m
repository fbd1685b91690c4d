% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_emitter_get_range(tag)
% WB_EMITTER_GET_RANGE
%   How far new packets go.

  value = wb_call('wb_emitter_get_range', tag);
end

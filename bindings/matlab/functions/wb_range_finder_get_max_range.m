% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_max_range(tag)
% WB_RANGE_FINDER_GET_MAX_RANGE
%   The greatest distance it sees, in metres.

  value = wb_call('wb_range_finder_get_max_range', tag);
end

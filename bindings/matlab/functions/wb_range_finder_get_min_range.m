% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_min_range(tag)
% WB_RANGE_FINDER_GET_MIN_RANGE
%   The least distance it sees, in metres.

  value = wb_call('wb_range_finder_get_min_range', tag);
end

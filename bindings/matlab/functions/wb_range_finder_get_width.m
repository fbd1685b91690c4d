% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_width(tag)
% WB_RANGE_FINDER_GET_WIDTH
%   Pixels.

  value = wb_call('wb_range_finder_get_width', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_height(tag)
% WB_RANGE_FINDER_GET_HEIGHT
%   Pixels.

  value = wb_call('wb_range_finder_get_height', tag);
end

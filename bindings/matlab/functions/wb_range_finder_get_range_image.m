% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_range_image(tag)
% WB_RANGE_FINDER_GET_RANGE_IMAGE
%   The newest distances in metres, rows from the top.

  value = wb_call('wb_range_finder_get_range_image', tag);
end

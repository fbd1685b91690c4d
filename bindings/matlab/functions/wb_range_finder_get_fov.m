% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_fov(tag)
% WB_RANGE_FINDER_GET_FOV
%   How wide it looks, in radians.

  value = wb_call('wb_range_finder_get_fov', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_range_image(tag)
% WB_LIDAR_GET_RANGE_IMAGE
%   The newest distances in metres, all layers.

  value = wb_call('wb_lidar_get_range_image', tag);
end

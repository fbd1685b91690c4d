% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_layer_range_image(tag, layer)
% WB_LIDAR_GET_LAYER_RANGE_IMAGE
%   The newest distances of one layer.

  value = wb_call('wb_lidar_get_layer_range_image', tag, layer);
end

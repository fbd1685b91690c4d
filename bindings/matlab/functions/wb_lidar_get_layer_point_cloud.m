% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_layer_point_cloud(tag, layer)
% WB_LIDAR_GET_LAYER_POINT_CLOUD
%   The newest points of one layer.

  value = wb_call('wb_lidar_get_layer_point_cloud', tag, layer);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_point_cloud(tag)
% WB_LIDAR_GET_POINT_CLOUD
%   The newest points of all layers.

  value = wb_call('wb_lidar_get_point_cloud', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_is_point_cloud_enabled(tag)
% WB_LIDAR_IS_POINT_CLOUD_ENABLED
%   Whether points are measured.

  value = wb_call('wb_lidar_is_point_cloud_enabled', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_lidar_enable_point_cloud(tag)
% WB_LIDAR_ENABLE_POINT_CLOUD
%   Measures points too, not only distances.

  wb_call('wb_lidar_enable_point_cloud', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_lidar_disable_point_cloud(tag)
% WB_LIDAR_DISABLE_POINT_CLOUD
%   Measures only distances.

  wb_call('wb_lidar_disable_point_cloud', tag);
end

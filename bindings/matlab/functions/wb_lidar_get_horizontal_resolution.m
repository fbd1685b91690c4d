% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_horizontal_resolution(tag)
% WB_LIDAR_GET_HORIZONTAL_RESOLUTION
%   How many points a layer has.

  value = wb_call('wb_lidar_get_horizontal_resolution', tag);
end

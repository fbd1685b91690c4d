% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_fov(tag)
% WB_LIDAR_GET_FOV
%   How wide it looks, in radians.

  value = wb_call('wb_lidar_get_fov', tag);
end

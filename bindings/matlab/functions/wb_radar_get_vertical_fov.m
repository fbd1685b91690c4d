% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_vertical_fov(tag)
% WB_RADAR_GET_VERTICAL_FOV
%   How high it looks, in radians.

  value = wb_call('wb_radar_get_vertical_fov', tag);
end

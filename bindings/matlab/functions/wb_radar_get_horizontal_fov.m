% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_horizontal_fov(tag)
% WB_RADAR_GET_HORIZONTAL_FOV
%   How wide it looks, in radians.

  value = wb_call('wb_radar_get_horizontal_fov', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_fov(tag)
% WB_CAMERA_GET_FOV
%   How wide it looks, in radians.

  value = wb_call('wb_camera_get_fov', tag);
end

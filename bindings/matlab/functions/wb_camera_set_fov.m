% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_set_fov(tag, fov)
% WB_CAMERA_SET_FOV
%   Zooms, in radians.

  wb_call('wb_camera_set_fov', tag, fov);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_min_fov(tag)
% WB_CAMERA_GET_MIN_FOV
%   The narrowest view of a camera with a zoom.

  value = wb_call('wb_camera_get_min_fov', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_max_fov(tag)
% WB_CAMERA_GET_MAX_FOV
%   The widest view of a camera with a zoom.

  value = wb_call('wb_camera_get_max_fov', tag);
end

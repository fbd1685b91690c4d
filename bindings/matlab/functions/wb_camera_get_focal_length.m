% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_focal_length(tag)
% WB_CAMERA_GET_FOCAL_LENGTH
%   The focal length of a camera with a focus.

  value = wb_call('wb_camera_get_focal_length', tag);
end

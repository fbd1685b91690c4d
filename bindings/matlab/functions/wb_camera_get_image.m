% SPDX-License-Identifier: MIT OR Apache-2.0
function rgb = wb_camera_get_image(tag)
% WB_CAMERA_GET_IMAGE
%   The newest picture: blue, green, red, alpha of each pixel, rows from the top. 0 before the
%   first.

  rgb = picture(wb_call('wb_camera_get_image', tag), tag);
end

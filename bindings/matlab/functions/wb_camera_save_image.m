% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_save_image(tag, filename, quality)
% WB_CAMERA_SAVE_IMAGE
%   Saves the newest picture as .png or .jpg; quality from 1 to 100. Returns 0, or -1 if it
%   fails.

  value = wb_call('wb_camera_save_image', tag, filename, quality);
end

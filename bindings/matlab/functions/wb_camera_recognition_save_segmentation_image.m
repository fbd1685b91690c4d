% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_save_segmentation_image(tag, filename, quality)
% WB_CAMERA_RECOGNITION_SAVE_SEGMENTATION_IMAGE
%   Saves the newest of these pictures. Returns 0, or -1 if it fails.

  value = wb_call('wb_camera_recognition_save_segmentation_image', tag, filename, quality);
end

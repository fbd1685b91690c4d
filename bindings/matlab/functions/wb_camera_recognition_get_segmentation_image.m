% SPDX-License-Identifier: MIT OR Apache-2.0
function rgb = wb_camera_recognition_get_segmentation_image(tag)
% WB_CAMERA_RECOGNITION_GET_SEGMENTATION_IMAGE
%   The newest of these pictures, laid out like the camera's.

  rgb = picture(wb_call('wb_camera_recognition_get_segmentation_image', tag), tag);
end

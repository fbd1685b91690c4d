% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_is_segmentation_enabled(tag)
% WB_CAMERA_RECOGNITION_IS_SEGMENTATION_ENABLED
%   Whether they are taken.

  value = wb_call('wb_camera_recognition_is_segmentation_enabled', tag);
end

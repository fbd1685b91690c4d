% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_recognition_disable_segmentation(tag)
% WB_CAMERA_RECOGNITION_DISABLE_SEGMENTATION
%   Stops taking them.

  wb_call('wb_camera_recognition_disable_segmentation', tag);
end

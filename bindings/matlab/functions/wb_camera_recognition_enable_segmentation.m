% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_recognition_enable_segmentation(tag)
% WB_CAMERA_RECOGNITION_ENABLE_SEGMENTATION
%   Starts taking pictures of the objects' colours.

  wb_call('wb_camera_recognition_enable_segmentation', tag);
end

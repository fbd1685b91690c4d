% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_has_segmentation(tag)
% WB_CAMERA_RECOGNITION_HAS_SEGMENTATION
%   Whether pictures of the objects' colours can be taken.

  value = wb_call('wb_camera_recognition_has_segmentation', tag);
end

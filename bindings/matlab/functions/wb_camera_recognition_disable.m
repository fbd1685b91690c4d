% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_recognition_disable(tag)
% WB_CAMERA_RECOGNITION_DISABLE
%   Stops recognising objects.

  wb_call('wb_camera_recognition_disable', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_has_recognition(tag)
% WB_CAMERA_HAS_RECOGNITION
%   Whether the camera recognises objects.

  value = wb_call('wb_camera_has_recognition', tag);
end

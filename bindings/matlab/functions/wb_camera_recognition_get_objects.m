% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_get_objects(tag)
% WB_CAMERA_RECOGNITION_GET_OBJECTS
%   The objects in view; valid until the next step.

  value = wb_call('wb_camera_recognition_get_objects', tag);
end

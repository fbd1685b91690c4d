% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_get_object(tag, index)
% WB_CAMERA_RECOGNITION_GET_OBJECT
%   One object; 0 if there is no such one.

  value = wb_call('wb_camera_recognition_get_object', tag, index);
end

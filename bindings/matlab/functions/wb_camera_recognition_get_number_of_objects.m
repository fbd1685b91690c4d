% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_get_number_of_objects(tag)
% WB_CAMERA_RECOGNITION_GET_NUMBER_OF_OBJECTS
%   How many objects are in view.

  value = wb_call('wb_camera_recognition_get_number_of_objects', tag);
end

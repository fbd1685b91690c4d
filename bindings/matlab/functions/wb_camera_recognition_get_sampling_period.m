% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_recognition_get_sampling_period(tag)
% WB_CAMERA_RECOGNITION_GET_SAMPLING_PERIOD
%   How often objects are looked for, in milliseconds.

  value = wb_call('wb_camera_recognition_get_sampling_period', tag);
end

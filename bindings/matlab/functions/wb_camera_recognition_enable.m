% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_recognition_enable(tag, sampling_period)
% WB_CAMERA_RECOGNITION_ENABLE
%   Starts recognising objects, every sampling_period milliseconds.

  wb_call('wb_camera_recognition_enable', tag, sampling_period);
end

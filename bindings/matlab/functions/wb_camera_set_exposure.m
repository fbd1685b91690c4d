% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_set_exposure(tag, exposure)
% WB_CAMERA_SET_EXPOSURE
%   Changes the exposure.

  wb_call('wb_camera_set_exposure', tag, exposure);
end

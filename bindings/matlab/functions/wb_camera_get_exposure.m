% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_exposure(tag)
% WB_CAMERA_GET_EXPOSURE
%   The exposure.

  value = wb_call('wb_camera_get_exposure', tag);
end

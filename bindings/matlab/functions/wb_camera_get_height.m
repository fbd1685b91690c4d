% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_height(tag)
% WB_CAMERA_GET_HEIGHT
%   Pixels.

  value = wb_call('wb_camera_get_height', tag);
end

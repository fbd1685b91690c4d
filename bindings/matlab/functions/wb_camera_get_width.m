% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_width(tag)
% WB_CAMERA_GET_WIDTH
%   Pixels.

  value = wb_call('wb_camera_get_width', tag);
end

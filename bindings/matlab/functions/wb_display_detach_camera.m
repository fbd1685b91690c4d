% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_detach_camera(tag)
% WB_DISPLAY_DETACH_CAMERA
%   Shows no camera's picture.

  wb_call('wb_display_detach_camera', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_attach_camera(tag, camera_tag)
% WB_DISPLAY_ATTACH_CAMERA
%   Shows what a camera sees below the drawings.

  wb_call('wb_display_attach_camera', tag, camera_tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_image_delete(tag, ir)
% WB_DISPLAY_IMAGE_DELETE
%   Forgets a picture that was kept.

  wb_call('wb_display_image_delete', tag, ir);
end

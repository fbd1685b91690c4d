% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_image_delete(tag, ir)
% WB_DISPLAY_IMAGE_DELETE
%   Deletes a stored image.

  wb_call('wb_display_image_delete', tag, ir);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_image_save(tag, ir, filename)
% WB_DISPLAY_IMAGE_SAVE
%   Saves a stored image, or with 0 the content of the display, as .png or .jpg.

  wb_call('wb_display_image_save', tag, ir, filename);
end

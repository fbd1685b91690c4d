% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_image_save(tag, ir, filename)
% WB_DISPLAY_IMAGE_SAVE
%   Saves a picture that was kept, or with 0 what is shown, as .png or .jpg.

  wb_call('wb_display_image_save', tag, ir, filename);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_image_paste(tag, ir, x, y, blend)
% WB_DISPLAY_IMAGE_PASTE
%   Pastes a stored image; blend applies its alpha channel.

  wb_call('wb_display_image_paste', tag, ir, x, y, blend);
end

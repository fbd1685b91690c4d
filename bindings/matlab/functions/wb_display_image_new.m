% SPDX-License-Identifier: MIT OR Apache-2.0
function imageref = wb_display_image_new(tag, rgb, format)
% WB_DISPLAY_IMAGE_NEW
%   Keeps a picture of the controller on the display.

  % the library reads rows of pixels, a matrix is stored column by column
  bytes = permute(uint8(rgb), [3 2 1]);
  imageref = wb_call('wb_display_image_new', tag, size(rgb, 2), size(rgb, 1), bytes(:), format);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_display_image_copy(tag, x, y, width, height)
% WB_DISPLAY_IMAGE_COPY
%   Keeps a part of what is shown.

  value = wb_call('wb_display_image_copy', tag, x, y, width, height);
end

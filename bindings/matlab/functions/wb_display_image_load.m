% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_display_image_load(tag, filename)
% WB_DISPLAY_IMAGE_LOAD
%   Keeps a picture from a file.

  value = wb_call('wb_display_image_load', tag, filename);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_save_image(tag, filename, quality)
% WB_RANGE_FINDER_SAVE_IMAGE
%   Saves the newest distances as .png, .jpg or .hdr. Returns 0, or -1 if it fails.

  value = wb_call('wb_range_finder_save_image', tag, filename, quality);
end

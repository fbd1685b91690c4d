% SPDX-License-Identifier: MIT OR Apache-2.0
function depth = wb_range_finder_image_get_depth(image, width, x, y)
% WB_RANGE_FINDER_IMAGE_GET_DEPTH
%   One depth of an image; x and y start at 1.

  depth = image(y, x);
end

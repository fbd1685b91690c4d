% SPDX-License-Identifier: MIT OR Apache-2.0
function rgb = picture(bytes, tag)
% PICTURE
%   A matrix of height, width and three colours from bytes blue, green, red, alpha.

  if isempty(bytes)
    rgb = zeros(0, 0, 3, 'uint8');
    return;
  end
  planes = reshape(bytes, [4, wb_camera_get_width(tag), wb_camera_get_height(tag)]);
  rgb = permute(planes([3 2 1], :, :), [3 2 1]);
end

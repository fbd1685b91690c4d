% SPDX-License-Identifier: MIT OR Apache-2.0
function number = colour(rgb)
% COLOUR
%   0xRRGGBB of red, green and blue from 0 to 1.

  if numel(rgb) ~= 3
    error('foxden:arguments', 'a colour has three numbers: [red green blue]');
  end
  parts = min(255, max(0, floor(255 * rgb)));
  number = 65536 * parts(1) + 256 * parts(2) + parts(3);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_pen_set_ink_color(tag, color, density)
% WB_PEN_SET_INK_COLOR
%   Takes another ink: 0xRRGGBB, and a density from 0 to 1.

  wb_call('wb_pen_set_ink_color', tag, colour(color), density);
end

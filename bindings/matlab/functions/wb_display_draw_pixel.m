% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_draw_pixel(tag, x, y)
% WB_DISPLAY_DRAW_PIXEL
%   Draws a dot.

  wb_call('wb_display_draw_pixel', tag, x, y);
end

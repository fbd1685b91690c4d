% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_draw_rectangle(tag, x, y, width, height)
% WB_DISPLAY_DRAW_RECTANGLE
%   Draws the outline of a rectangle.

  wb_call('wb_display_draw_rectangle', tag, x, y, width, height);
end

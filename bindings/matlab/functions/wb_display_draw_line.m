% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_draw_line(tag, x1, y1, x2, y2)
% WB_DISPLAY_DRAW_LINE
%   Draws a line.

  wb_call('wb_display_draw_line', tag, x1, y1, x2, y2);
end

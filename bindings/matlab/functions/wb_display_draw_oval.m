% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_draw_oval(tag, cx, cy, a, b)
% WB_DISPLAY_DRAW_OVAL
%   Draws the outline of an oval with radii a and b.

  wb_call('wb_display_draw_oval', tag, cx, cy, a, b);
end

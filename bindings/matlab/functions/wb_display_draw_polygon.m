% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_draw_polygon(tag, x, y)
% WB_DISPLAY_DRAW_POLYGON
%   Draws the outline of a polygon.

  wb_call('wb_display_draw_polygon', tag, int32(x), int32(y));
end

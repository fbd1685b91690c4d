% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_fill_polygon(tag, x, y)
% WB_DISPLAY_FILL_POLYGON
%   Draws a filled polygon.

  wb_call('wb_display_fill_polygon', tag, int32(x), int32(y));
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_fill_rectangle(tag, x, y, width, height)
% WB_DISPLAY_FILL_RECTANGLE
%   Draws a filled rectangle.

  wb_call('wb_display_fill_rectangle', tag, x, y, width, height);
end

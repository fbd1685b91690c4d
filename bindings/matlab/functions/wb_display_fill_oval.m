% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_fill_oval(tag, cx, cy, a, b)
% WB_DISPLAY_FILL_OVAL
%   Draws a filled oval.

  wb_call('wb_display_fill_oval', tag, cx, cy, a, b);
end

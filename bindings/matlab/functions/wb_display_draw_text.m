% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_draw_text(tag, text, x, y)
% WB_DISPLAY_DRAW_TEXT
%   Writes.

  wb_call('wb_display_draw_text', tag, text, x, y);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_set_font(tag, font, count, anti_aliasing)
% WB_DISPLAY_SET_FONT
%   Writes with this font from now on.

  wb_call('wb_display_set_font', tag, font, count, anti_aliasing);
end

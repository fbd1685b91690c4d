% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_set_color(tag, color)
% WB_DISPLAY_SET_COLOR
%   Draws in this colour from now on: 0xRRGGBB.

  wb_call('wb_display_set_color', tag, colour(color));
end

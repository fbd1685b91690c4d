% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_set_opacity(tag, opacity)
% WB_DISPLAY_SET_OPACITY
%   How much drawing covers what is there, from 0 to 1.

  wb_call('wb_display_set_opacity', tag, opacity);
end

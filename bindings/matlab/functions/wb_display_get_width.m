% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_display_get_width(tag)
% WB_DISPLAY_GET_WIDTH
%   Pixels.

  value = wb_call('wb_display_get_width', tag);
end

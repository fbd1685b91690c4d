% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_display_get_height(tag)
% WB_DISPLAY_GET_HEIGHT
%   Pixels.

  value = wb_call('wb_display_get_height', tag);
end

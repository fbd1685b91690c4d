% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_set_label(id, text, x, y, size, color, transparency, font)
% WB_SUPERVISOR_SET_LABEL
%   Shows text over the picture: x, y and size from 0 to 1, color 0xRRGGBB.

  wb_call('wb_supervisor_set_label', id, text, x, y, size, colour(color), transparency, font);
end

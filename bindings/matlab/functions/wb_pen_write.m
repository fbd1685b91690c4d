% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_pen_write(tag, write)
% WB_PEN_WRITE
%   Puts the pen down or takes it up.

  wb_call('wb_pen_write', tag, write);
end

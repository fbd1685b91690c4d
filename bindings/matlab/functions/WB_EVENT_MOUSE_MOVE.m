% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_MOUSE_MOVE
% WB_EVENT_MOUSE_MOVE
%   The constant of the C headers.

  value = 2;
end

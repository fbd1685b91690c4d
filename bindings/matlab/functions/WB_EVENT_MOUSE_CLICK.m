% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_MOUSE_CLICK
% WB_EVENT_MOUSE_CLICK
%   The constant of the C headers.

  value = 1;
end

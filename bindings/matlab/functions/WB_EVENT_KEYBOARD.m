% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_KEYBOARD
% WB_EVENT_KEYBOARD
%   The constant of the C headers.

  value = 4;
end

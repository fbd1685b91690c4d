% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_JOYSTICK_BUTTON
% WB_EVENT_JOYSTICK_BUTTON
%   The constant of the C headers.

  value = 8;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_JOYSTICK_AXIS
% WB_EVENT_JOYSTICK_AXIS
%   The constant of the C headers.

  value = 16;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_JOYSTICK_POV
% WB_EVENT_JOYSTICK_POV
%   The constant of the C headers.

  value = 32;
end

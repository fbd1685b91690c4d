% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_is_connected()
% WB_JOYSTICK_IS_CONNECTED
%   Whether there is a joystick.

  value = wb_call('wb_joystick_is_connected');
end

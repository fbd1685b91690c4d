% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_pressed_button()
% WB_JOYSTICK_GET_PRESSED_BUTTON
%   The next button that is down in this step, or -1.

  value = wb_call('wb_joystick_get_pressed_button');
end

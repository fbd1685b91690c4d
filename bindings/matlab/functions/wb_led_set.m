% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_led_set(tag, value)
% WB_LED_SET
%   Switches the LED: 0 is off, other values choose a colour or a brightness.

  wb_call('wb_led_set', tag, value);
end

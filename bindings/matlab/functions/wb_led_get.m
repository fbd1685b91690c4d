% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_led_get(tag)
% WB_LED_GET
%   The value that was set last.

  value = wb_call('wb_led_get', tag);
end

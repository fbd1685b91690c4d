% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_keyboard_get_sampling_period()
% WB_KEYBOARD_GET_SAMPLING_PERIOD
%   How often it measures, in milliseconds; 0 when it does not.

  value = wb_call('wb_keyboard_get_sampling_period');
end

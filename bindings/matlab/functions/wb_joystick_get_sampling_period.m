% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_sampling_period()
% WB_JOYSTICK_GET_SAMPLING_PERIOD
%   How often it measures, in milliseconds; 0 when it does not.

  value = wb_call('wb_joystick_get_sampling_period');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_enable(sampling_period)
% WB_JOYSTICK_ENABLE
%   Starts reporting, every sampling_period milliseconds.

  wb_call('wb_joystick_enable', sampling_period);
end

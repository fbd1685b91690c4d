% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_set_resistance_gain(gain)
% WB_JOYSTICK_SET_RESISTANCE_GAIN
%   How strongly it resists.

  wb_call('wb_joystick_set_resistance_gain', gain);
end

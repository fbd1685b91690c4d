% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_set_auto_centering_gain(gain)
% WB_JOYSTICK_SET_AUTO_CENTERING_GAIN
%   How strongly it returns to the middle.

  wb_call('wb_joystick_set_auto_centering_gain', gain);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_set_force_axis(axis)
% WB_JOYSTICK_SET_FORCE_AXIS
%   Which axis pushes back.

  wb_call('wb_joystick_set_force_axis', axis);
end

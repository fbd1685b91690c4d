% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_set_constant_force(level)
% WB_JOYSTICK_SET_CONSTANT_FORCE
%   Pushes back.

  wb_call('wb_joystick_set_constant_force', level);
end

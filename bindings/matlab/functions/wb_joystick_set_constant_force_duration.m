% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_set_constant_force_duration(duration)
% WB_JOYSTICK_SET_CONSTANT_FORCE_DURATION
%   For how many seconds it pushes back.

  wb_call('wb_joystick_set_constant_force_duration', duration);
end

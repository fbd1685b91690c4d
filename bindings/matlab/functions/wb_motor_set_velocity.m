% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_velocity(tag, velocity)
% WB_MOTOR_SET_VELOCITY
%   How fast to go. Negative only while the position is INFINITY.

  wb_call('wb_motor_set_velocity', tag, velocity);
end

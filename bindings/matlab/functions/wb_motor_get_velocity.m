% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_velocity(tag)
% WB_MOTOR_GET_VELOCITY
%   How fast the motor goes.

  value = wb_call('wb_motor_get_velocity', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_max_velocity(tag)
% WB_MOTOR_GET_MAX_VELOCITY
%   How fast it can go.

  value = wb_call('wb_motor_get_max_velocity', tag);
end

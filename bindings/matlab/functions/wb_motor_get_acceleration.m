% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_acceleration(tag)
% WB_MOTOR_GET_ACCELERATION
%   How fast the velocity may change; -1 for immediately.

  value = wb_call('wb_motor_get_acceleration', tag);
end

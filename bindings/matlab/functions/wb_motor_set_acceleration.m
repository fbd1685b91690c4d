% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_acceleration(tag, acceleration)
% WB_MOTOR_SET_ACCELERATION
%   How fast the velocity may change; -1 for immediately.

  wb_call('wb_motor_set_acceleration', tag, acceleration);
end

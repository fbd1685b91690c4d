% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_brake(tag)
% WB_MOTOR_GET_BRAKE
%   The brake of the same joint, or 0.

  value = wb_call('wb_motor_get_brake', tag);
end

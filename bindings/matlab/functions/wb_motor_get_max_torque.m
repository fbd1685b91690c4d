% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_max_torque(tag)
% WB_MOTOR_GET_MAX_TORQUE
%   How strong the motor can be.

  value = wb_call('wb_motor_get_max_torque', tag);
end

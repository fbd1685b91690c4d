% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_available_torque(tag)
% WB_MOTOR_GET_AVAILABLE_TORQUE
%   How strong the motor may be.

  value = wb_call('wb_motor_get_available_torque', tag);
end

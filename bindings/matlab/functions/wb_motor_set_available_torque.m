% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_available_torque(tag, torque)
% WB_MOTOR_SET_AVAILABLE_TORQUE
%   How strong the motor may be while it goes to a position.

  wb_call('wb_motor_set_available_torque', tag, torque);
end

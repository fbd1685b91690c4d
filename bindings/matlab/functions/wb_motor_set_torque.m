% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_torque(tag, torque)
% WB_MOTOR_SET_TORQUE
%   Applies a torque, without position control.

  wb_call('wb_motor_set_torque', tag, torque);
end

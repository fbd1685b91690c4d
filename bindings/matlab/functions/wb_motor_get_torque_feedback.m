% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_torque_feedback(tag)
% WB_MOTOR_GET_TORQUE_FEEDBACK
%   The newest measured torque in newton metres.

  value = wb_call('wb_motor_get_torque_feedback', tag);
end

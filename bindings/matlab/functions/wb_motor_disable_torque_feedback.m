% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_disable_torque_feedback(tag)
% WB_MOTOR_DISABLE_TORQUE_FEEDBACK
%   Stops measuring what the motor exerts.

  wb_call('wb_motor_disable_torque_feedback', tag);
end

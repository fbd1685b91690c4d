% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_disable_force_feedback(tag)
% WB_MOTOR_DISABLE_FORCE_FEEDBACK
%   Stops measuring what the motor exerts.

  wb_call('wb_motor_disable_force_feedback', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_enable_force_feedback(tag, sampling_period)
% WB_MOTOR_ENABLE_FORCE_FEEDBACK
%   Starts measuring what the motor exerts, every sampling_period milliseconds.

  wb_call('wb_motor_enable_force_feedback', tag, sampling_period);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_force_feedback_sampling_period(tag)
% WB_MOTOR_GET_FORCE_FEEDBACK_SAMPLING_PERIOD
%   How often that is measured, in milliseconds; 0 when it is not.

  value = wb_call('wb_motor_get_force_feedback_sampling_period', tag);
end

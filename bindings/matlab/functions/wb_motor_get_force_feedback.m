% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_force_feedback(tag)
% WB_MOTOR_GET_FORCE_FEEDBACK
%   The newest measured force in newtons.

  value = wb_call('wb_motor_get_force_feedback', tag);
end

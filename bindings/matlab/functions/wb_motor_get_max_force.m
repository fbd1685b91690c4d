% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_max_force(tag)
% WB_MOTOR_GET_MAX_FORCE
%   How strong the motor can be.

  value = wb_call('wb_motor_get_max_force', tag);
end

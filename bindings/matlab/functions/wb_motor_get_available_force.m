% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_available_force(tag)
% WB_MOTOR_GET_AVAILABLE_FORCE
%   How strong the motor may be.

  value = wb_call('wb_motor_get_available_force', tag);
end

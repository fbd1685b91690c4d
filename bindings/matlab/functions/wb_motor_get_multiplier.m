% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_multiplier(tag)
% WB_MOTOR_GET_MULTIPLIER
%   By what the commands of coupled motors are multiplied.

  value = wb_call('wb_motor_get_multiplier', tag);
end

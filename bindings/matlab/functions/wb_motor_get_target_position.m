% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_target_position(tag)
% WB_MOTOR_GET_TARGET_POSITION
%   Where the motor goes.

  value = wb_call('wb_motor_get_target_position', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_max_position(tag)
% WB_MOTOR_GET_MAX_POSITION
%   The greatest position.

  value = wb_call('wb_motor_get_max_position', tag);
end

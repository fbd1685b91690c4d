% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_min_position(tag)
% WB_MOTOR_GET_MIN_POSITION
%   The least position; equal to the greatest if there are no limits.

  value = wb_call('wb_motor_get_min_position', tag);
end

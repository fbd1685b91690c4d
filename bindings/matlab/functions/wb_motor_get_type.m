% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_motor_get_type(tag)
% WB_MOTOR_GET_TYPE
%   The kind of joint.

  value = wb_call('wb_motor_get_type', tag);
end

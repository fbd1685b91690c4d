% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_position(tag, position)
% WB_MOTOR_SET_POSITION
%   Goes to a position in radians or metres. INFINITY lets the motor follow its velocity.

  wb_call('wb_motor_set_position', tag, position);
end

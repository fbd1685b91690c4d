% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_force(tag, force)
% WB_MOTOR_SET_FORCE
%   Applies a force, without position control.

  wb_call('wb_motor_set_force', tag, force);
end

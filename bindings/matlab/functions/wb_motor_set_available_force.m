% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_available_force(tag, force)
% WB_MOTOR_SET_AVAILABLE_FORCE
%   How strong the motor may be while it goes to a position.

  wb_call('wb_motor_set_available_force', tag, force);
end

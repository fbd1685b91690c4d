% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_motor_set_control_pid(tag, p, i, d)
% WB_MOTOR_SET_CONTROL_PID
%   The gains of the position control.

  wb_call('wb_motor_set_control_pid', tag, p, i, d);
end

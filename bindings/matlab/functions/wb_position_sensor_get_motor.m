% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_position_sensor_get_motor(tag)
% WB_POSITION_SENSOR_GET_MOTOR
%   The motor of the same joint, or 0.

  value = wb_call('wb_position_sensor_get_motor', tag);
end

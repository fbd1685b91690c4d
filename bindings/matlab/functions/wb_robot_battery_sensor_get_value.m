% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_battery_sensor_get_value()
% WB_ROBOT_BATTERY_SENSOR_GET_VALUE
%   The newest energy in joules; -1 for a robot without a battery.

  value = wb_call('wb_robot_battery_sensor_get_value');
end

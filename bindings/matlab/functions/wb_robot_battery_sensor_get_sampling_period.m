% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_battery_sensor_get_sampling_period()
% WB_ROBOT_BATTERY_SENSOR_GET_SAMPLING_PERIOD
%   How often the battery is measured; 0 when it is not.

  value = wb_call('wb_robot_battery_sensor_get_sampling_period');
end

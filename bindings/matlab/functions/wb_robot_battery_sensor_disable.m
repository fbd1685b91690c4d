% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_battery_sensor_disable()
% WB_ROBOT_BATTERY_SENSOR_DISABLE
%   Stops measuring the battery.

  wb_call('wb_robot_battery_sensor_disable');
end

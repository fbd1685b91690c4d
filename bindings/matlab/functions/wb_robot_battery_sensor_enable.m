% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_battery_sensor_enable(sampling_period)
% WB_ROBOT_BATTERY_SENSOR_ENABLE
%   Starts measuring the battery, every sampling_period milliseconds.

  wb_call('wb_robot_battery_sensor_enable', sampling_period);
end

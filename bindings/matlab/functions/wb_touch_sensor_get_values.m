% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_touch_sensor_get_values(tag)
% WB_TOUCH_SENSOR_GET_VALUES
%   The newest force in each direction, of a force-3d sensor.

  value = wb_call('wb_touch_sensor_get_values', tag);
end

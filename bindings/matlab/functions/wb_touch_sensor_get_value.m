% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_touch_sensor_get_value(tag)
% WB_TOUCH_SENSOR_GET_VALUE
%   The newest value of a bumper (0 or 1) or a force sensor (newtons).

  value = wb_call('wb_touch_sensor_get_value', tag);
end

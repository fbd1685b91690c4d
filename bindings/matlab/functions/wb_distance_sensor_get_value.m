% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_distance_sensor_get_value(tag)
% WB_DISTANCE_SENSOR_GET_VALUE
%   The newest value; not a number before the first.

  value = wb_call('wb_distance_sensor_get_value', tag);
end

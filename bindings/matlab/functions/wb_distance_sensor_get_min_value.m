% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_distance_sensor_get_min_value(tag)
% WB_DISTANCE_SENSOR_GET_MIN_VALUE
%   The least value of the lookup table.

  value = wb_call('wb_distance_sensor_get_min_value', tag);
end

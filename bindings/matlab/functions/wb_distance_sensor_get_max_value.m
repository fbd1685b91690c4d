% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_distance_sensor_get_max_value(tag)
% WB_DISTANCE_SENSOR_GET_MAX_VALUE
%   The greatest value of the lookup table.

  value = wb_call('wb_distance_sensor_get_max_value', tag);
end

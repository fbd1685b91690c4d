% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_light_sensor_get_value(tag)
% WB_LIGHT_SENSOR_GET_VALUE
%   The newest reading through the lookup table; not a number before the first.

  value = wb_call('wb_light_sensor_get_value', tag);
end

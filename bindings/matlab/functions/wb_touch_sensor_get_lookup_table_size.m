% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_touch_sensor_get_lookup_table_size(tag)
% WB_TOUCH_SENSOR_GET_LOOKUP_TABLE_SIZE
%   The number of rows of the lookup table.

  value = wb_call('wb_touch_sensor_get_lookup_table_size', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_touch_sensor_get_lookup_table(tag)
% WB_TOUCH_SENSOR_GET_LOOKUP_TABLE
%   The rows of the lookup table: input, output and noise of each. 0 if it is empty.

  value = wb_call('wb_touch_sensor_get_lookup_table', tag);
end

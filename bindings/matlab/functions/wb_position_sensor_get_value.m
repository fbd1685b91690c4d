% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_position_sensor_get_value(tag)
% WB_POSITION_SENSOR_GET_VALUE
%   The newest position in radians or metres.

  value = wb_call('wb_position_sensor_get_value', tag);
end

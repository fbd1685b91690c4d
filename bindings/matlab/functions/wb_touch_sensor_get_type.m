% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_touch_sensor_get_type(tag)
% WB_TOUCH_SENSOR_GET_TYPE
%   What it feels.

  value = wb_call('wb_touch_sensor_get_type', tag);
end

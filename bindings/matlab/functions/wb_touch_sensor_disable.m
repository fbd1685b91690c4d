% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_touch_sensor_disable(tag)
% WB_TOUCH_SENSOR_DISABLE
%   Stops measuring.

  wb_call('wb_touch_sensor_disable', tag);
end

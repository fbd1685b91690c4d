% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_light_sensor_disable(tag)
% WB_LIGHT_SENSOR_DISABLE
%   Stops measuring.

  wb_call('wb_light_sensor_disable', tag);
end

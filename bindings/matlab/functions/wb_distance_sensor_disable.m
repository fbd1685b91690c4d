% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_distance_sensor_disable(tag)
% WB_DISTANCE_SENSOR_DISABLE
%   Stops measuring.

  wb_call('wb_distance_sensor_disable', tag);
end

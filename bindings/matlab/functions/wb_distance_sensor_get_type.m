% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_distance_sensor_get_type(tag)
% WB_DISTANCE_SENSOR_GET_TYPE
%   How it measures.

  value = wb_call('wb_distance_sensor_get_type', tag);
end

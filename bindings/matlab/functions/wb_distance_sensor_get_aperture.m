% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_distance_sensor_get_aperture(tag)
% WB_DISTANCE_SENSOR_GET_APERTURE
%   The width of the beam in radians.

  value = wb_call('wb_distance_sensor_get_aperture', tag);
end

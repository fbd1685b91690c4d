% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gps_get_speed_vector(tag)
% WB_GPS_GET_SPEED_VECTOR
%   The newest velocity in metres per second.

  value = wb_call('wb_gps_get_speed_vector', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gps_get_speed(tag)
% WB_GPS_GET_SPEED
%   The newest speed in metres per second.

  value = wb_call('wb_gps_get_speed', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gps_get_values(tag)
% WB_GPS_GET_VALUES
%   The newest position: x, y, z in metres, or latitude, longitude and altitude.

  value = wb_call('wb_gps_get_values', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gps_get_coordinate_system(tag)
% WB_GPS_GET_COORDINATE_SYSTEM
%   What the position is given in.

  value = wb_call('wb_gps_get_coordinate_system', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gps_convert_to_degrees_minutes_seconds(decimal_degrees)
% WB_GPS_CONVERT_TO_DEGREES_MINUTES_SECONDS
%   An angle as text such as 46° 31′ 14″. The caller frees it.

  value = wb_call('wb_gps_convert_to_degrees_minutes_seconds', decimal_degrees);
end

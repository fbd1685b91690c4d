% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_GPS_WGS84_COORDINATE
% WB_GPS_WGS84_COORDINATE
%   The constant of the C headers.

  value = 1;
end

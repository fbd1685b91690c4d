% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_GPS_LOCAL_COORDINATE
% WB_GPS_LOCAL_COORDINATE
%   The constant of the C headers.

  value = 0;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_gps_disable(tag)
% WB_GPS_DISABLE
%   Stops measuring.

  wb_call('wb_gps_disable', tag);
end

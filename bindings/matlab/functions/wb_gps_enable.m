% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_gps_enable(tag, sampling_period)
% WB_GPS_ENABLE
%   Starts measuring: the first value is there after sampling_period milliseconds.

  wb_call('wb_gps_enable', tag, sampling_period);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_sampling_period(tag)
% WB_LIDAR_GET_SAMPLING_PERIOD
%   How often it measures, in milliseconds; 0 when it does not.

  value = wb_call('wb_lidar_get_sampling_period', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_min_frequency(tag)
% WB_LIDAR_GET_MIN_FREQUENCY
%   The slowest rotation in hertz.

  value = wb_call('wb_lidar_get_min_frequency', tag);
end

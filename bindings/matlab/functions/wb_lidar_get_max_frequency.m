% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_max_frequency(tag)
% WB_LIDAR_GET_MAX_FREQUENCY
%   The fastest rotation in hertz.

  value = wb_call('wb_lidar_get_max_frequency', tag);
end

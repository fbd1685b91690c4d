% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_frequency(tag)
% WB_LIDAR_GET_FREQUENCY
%   How fast it turns, in hertz.

  value = wb_call('wb_lidar_get_frequency', tag);
end

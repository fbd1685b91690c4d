% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_max_range(tag)
% WB_LIDAR_GET_MAX_RANGE
%   The greatest distance it sees, in metres.

  value = wb_call('wb_lidar_get_max_range', tag);
end

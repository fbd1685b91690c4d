% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_min_range(tag)
% WB_LIDAR_GET_MIN_RANGE
%   The least distance it sees, in metres.

  value = wb_call('wb_lidar_get_min_range', tag);
end

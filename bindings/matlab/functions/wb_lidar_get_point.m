% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_point(tag, index)
% WB_LIDAR_GET_POINT
%   One point; 0 if there is no such one.

  value = wb_call('wb_lidar_get_point', tag, index);
end

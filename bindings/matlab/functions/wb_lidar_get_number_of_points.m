% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_number_of_points(tag)
% WB_LIDAR_GET_NUMBER_OF_POINTS
%   How many points there are.

  value = wb_call('wb_lidar_get_number_of_points', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_lidar_get_number_of_layers(tag)
% WB_LIDAR_GET_NUMBER_OF_LAYERS
%   How many layers there are.

  value = wb_call('wb_lidar_get_number_of_layers', tag);
end

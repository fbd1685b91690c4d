% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_lidar_set_frequency(tag, frequency)
% WB_LIDAR_SET_FREQUENCY
%   Turns at another pace.

  wb_call('wb_lidar_set_frequency', tag, frequency);
end

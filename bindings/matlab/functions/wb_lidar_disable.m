% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_lidar_disable(tag)
% WB_LIDAR_DISABLE
%   Stops measuring.

  wb_call('wb_lidar_disable', tag);
end

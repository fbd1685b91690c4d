% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_LIDAR
% WB_NODE_LIDAR
%   The constant of the C headers.

  value = 48;
end

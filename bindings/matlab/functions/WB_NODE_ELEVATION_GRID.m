% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_ELEVATION_GRID
% WB_NODE_ELEVATION_GRID
%   The constant of the C headers.

  value = 12;
end

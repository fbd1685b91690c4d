% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_ACCELEROMETER
% WB_NODE_ACCELEROMETER
%   The constant of the C headers.

  value = 35;
end

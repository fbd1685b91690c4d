% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_GYRO
% WB_NODE_GYRO
%   The constant of the C headers.

  value = 45;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_LINEAR_MOTOR
% WB_NODE_LINEAR_MOTOR
%   The constant of the C headers.

  value = 50;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_ROBOT
% WB_NODE_ROBOT
%   The constant of the C headers.

  value = 34;
end

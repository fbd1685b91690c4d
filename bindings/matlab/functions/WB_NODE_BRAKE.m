% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_BRAKE
% WB_NODE_BRAKE
%   The constant of the C headers.

  value = 37;
end

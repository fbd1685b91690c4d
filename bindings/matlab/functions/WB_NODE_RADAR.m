% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_RADAR
% WB_NODE_RADAR
%   The constant of the C headers.

  value = 54;
end

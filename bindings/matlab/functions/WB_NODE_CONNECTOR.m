% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CONNECTOR
% WB_NODE_CONNECTOR
%   The constant of the C headers.

  value = 40;
end

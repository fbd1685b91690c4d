% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_NO_NODE
% WB_NODE_NO_NODE
%   The constant of the C headers.

  value = 0;
end

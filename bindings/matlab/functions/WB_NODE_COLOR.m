% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_COLOR
% WB_NODE_COLOR
%   The constant of the C headers.

  value = 7;
end

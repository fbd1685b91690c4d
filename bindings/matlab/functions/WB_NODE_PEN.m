% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_PEN
% WB_NODE_PEN
%   The constant of the C headers.

  value = 51;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SOLID
% WB_NODE_SOLID
%   The constant of the C headers.

  value = 80;
end

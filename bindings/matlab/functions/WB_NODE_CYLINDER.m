% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CYLINDER
% WB_NODE_CYLINDER
%   The constant of the C headers.

  value = 10;
end

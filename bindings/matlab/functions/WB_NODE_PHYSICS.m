% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_PHYSICS
% WB_NODE_PHYSICS
%   The constant of the C headers.

  value = 76;
end

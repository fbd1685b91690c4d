% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_PLANE
% WB_NODE_PLANE
%   The constant of the C headers.

  value = 23;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SPHERE
% WB_NODE_SPHERE
%   The constant of the C headers.

  value = 28;
end

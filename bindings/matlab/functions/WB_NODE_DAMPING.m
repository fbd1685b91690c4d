% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_DAMPING
% WB_NODE_DAMPING
%   The constant of the C headers.

  value = 66;
end

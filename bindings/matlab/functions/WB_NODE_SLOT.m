% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SLOT
% WB_NODE_SLOT
%   The constant of the C headers.

  value = 79;
end

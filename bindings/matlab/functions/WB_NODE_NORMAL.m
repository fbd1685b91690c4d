% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_NORMAL
% WB_NODE_NORMAL
%   The constant of the C headers.

  value = 21;
end

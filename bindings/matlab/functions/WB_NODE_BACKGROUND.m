% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_BACKGROUND
% WB_NODE_BACKGROUND
%   The constant of the C headers.

  value = 2;
end

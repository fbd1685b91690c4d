% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CONE
% WB_NODE_CONE
%   The constant of the C headers.

  value = 8;
end

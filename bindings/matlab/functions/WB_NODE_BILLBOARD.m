% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_BILLBOARD
% WB_NODE_BILLBOARD
%   The constant of the C headers.

  value = 3;
end

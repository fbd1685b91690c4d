% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_LENS
% WB_NODE_LENS
%   The constant of the C headers.

  value = 74;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SHAPE
% WB_NODE_SHAPE
%   The constant of the C headers.

  value = 27;
end

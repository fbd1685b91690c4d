% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_TRANSFORM
% WB_NODE_TRANSFORM
%   The constant of the C headers.

  value = 32;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_MUSCLE
% WB_NODE_MUSCLE
%   The constant of the C headers.

  value = 20;
end

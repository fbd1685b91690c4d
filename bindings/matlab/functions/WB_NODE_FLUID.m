% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_FLUID
% WB_NODE_FLUID
%   The constant of the C headers.

  value = 67;
end

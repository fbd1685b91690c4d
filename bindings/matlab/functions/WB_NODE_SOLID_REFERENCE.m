% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SOLID_REFERENCE
% WB_NODE_SOLID_REFERENCE
%   The constant of the C headers.

  value = 81;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_PROPELLER
% WB_NODE_PROPELLER
%   The constant of the C headers.

  value = 53;
end

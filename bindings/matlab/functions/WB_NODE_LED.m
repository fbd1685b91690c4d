% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_LED
% WB_NODE_LED
%   The constant of the C headers.

  value = 47;
end

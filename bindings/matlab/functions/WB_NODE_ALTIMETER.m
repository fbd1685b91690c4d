% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_ALTIMETER
% WB_NODE_ALTIMETER
%   The constant of the C headers.

  value = 36;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_DISPLAY
% WB_NODE_DISPLAY
%   The constant of the C headers.

  value = 41;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_FOCUS
% WB_NODE_FOCUS
%   The constant of the C headers.

  value = 68;
end

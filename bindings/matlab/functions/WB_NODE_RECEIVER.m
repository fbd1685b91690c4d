% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_RECEIVER
% WB_NODE_RECEIVER
%   The constant of the C headers.

  value = 56;
end

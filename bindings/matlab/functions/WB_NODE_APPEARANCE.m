% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_APPEARANCE
% WB_NODE_APPEARANCE
%   The constant of the C headers.

  value = 1;
end

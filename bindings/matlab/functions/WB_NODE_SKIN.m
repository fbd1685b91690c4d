% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SKIN
% WB_NODE_SKIN
%   The constant of the C headers.

  value = 58;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_COMPASS
% WB_NODE_COMPASS
%   The constant of the C headers.

  value = 39;
end

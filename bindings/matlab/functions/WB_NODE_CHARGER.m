% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CHARGER
% WB_NODE_CHARGER
%   The constant of the C headers.

  value = 64;
end

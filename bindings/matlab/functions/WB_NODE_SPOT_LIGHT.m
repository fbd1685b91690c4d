% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SPOT_LIGHT
% WB_NODE_SPOT_LIGHT
%   The constant of the C headers.

  value = 29;
end

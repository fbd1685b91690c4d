% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_POINT_LIGHT
% WB_NODE_POINT_LIGHT
%   The constant of the C headers.

  value = 24;
end

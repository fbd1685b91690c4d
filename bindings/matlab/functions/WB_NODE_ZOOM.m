% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_ZOOM
% WB_NODE_ZOOM
%   The constant of the C headers.

  value = 85;
end

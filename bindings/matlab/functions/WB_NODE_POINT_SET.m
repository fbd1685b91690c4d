% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_POINT_SET
% WB_NODE_POINT_SET
%   The constant of the C headers.

  value = 25;
end

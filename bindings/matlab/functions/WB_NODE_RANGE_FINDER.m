% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_RANGE_FINDER
% WB_NODE_RANGE_FINDER
%   The constant of the C headers.

  value = 55;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_INDEXED_LINE_SET
% WB_NODE_INDEXED_LINE_SET
%   The constant of the C headers.

  value = 17;
end

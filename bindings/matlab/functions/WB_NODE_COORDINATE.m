% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_COORDINATE
% WB_NODE_COORDINATE
%   The constant of the C headers.

  value = 9;
end

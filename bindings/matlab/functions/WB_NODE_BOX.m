% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_BOX
% WB_NODE_BOX
%   The constant of the C headers.

  value = 4;
end

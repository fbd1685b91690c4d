% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_MATERIAL
% WB_NODE_MATERIAL
%   The constant of the C headers.

  value = 18;
end

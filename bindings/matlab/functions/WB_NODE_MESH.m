% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_MESH
% WB_NODE_MESH
%   The constant of the C headers.

  value = 19;
end

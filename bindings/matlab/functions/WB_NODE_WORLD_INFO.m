% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_WORLD_INFO
% WB_NODE_WORLD_INFO
%   The constant of the C headers.

  value = 84;
end

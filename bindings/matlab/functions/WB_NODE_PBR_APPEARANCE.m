% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_PBR_APPEARANCE
% WB_NODE_PBR_APPEARANCE
%   The constant of the C headers.

  value = 22;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_FOG
% WB_NODE_FOG
%   The constant of the C headers.

  value = 13;
end

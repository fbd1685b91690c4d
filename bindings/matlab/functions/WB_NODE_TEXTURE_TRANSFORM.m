% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_TEXTURE_TRANSFORM
% WB_NODE_TEXTURE_TRANSFORM
%   The constant of the C headers.

  value = 31;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_IMAGE_TEXTURE
% WB_NODE_IMAGE_TEXTURE
%   The constant of the C headers.

  value = 15;
end

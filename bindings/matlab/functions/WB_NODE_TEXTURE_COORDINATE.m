% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_TEXTURE_COORDINATE
% WB_NODE_TEXTURE_COORDINATE
%   The constant of the C headers.

  value = 30;
end

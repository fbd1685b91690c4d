% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CAMERA
% WB_NODE_CAMERA
%   The constant of the C headers.

  value = 38;
end

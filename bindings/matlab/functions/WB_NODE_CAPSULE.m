% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CAPSULE
% WB_NODE_CAPSULE
%   The constant of the C headers.

  value = 6;
end

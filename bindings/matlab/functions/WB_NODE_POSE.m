% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_POSE
% WB_NODE_POSE
%   The constant of the C headers.

  value = 26;
end

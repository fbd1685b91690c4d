% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_TRACK
% WB_NODE_TRACK
%   The constant of the C headers.

  value = 82;
end

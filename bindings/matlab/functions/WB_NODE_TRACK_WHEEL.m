% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_TRACK_WHEEL
% WB_NODE_TRACK_WHEEL
%   The constant of the C headers.

  value = 83;
end

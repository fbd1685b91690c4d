% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_GPS
% WB_NODE_GPS
%   The constant of the C headers.

  value = 44;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_POSITION_SENSOR
% WB_NODE_POSITION_SENSOR
%   The constant of the C headers.

  value = 52;
end

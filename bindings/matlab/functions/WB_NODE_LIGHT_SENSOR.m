% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_LIGHT_SENSOR
% WB_NODE_LIGHT_SENSOR
%   The constant of the C headers.

  value = 49;
end

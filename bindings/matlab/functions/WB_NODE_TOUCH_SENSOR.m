% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_TOUCH_SENSOR
% WB_NODE_TOUCH_SENSOR
%   The constant of the C headers.

  value = 60;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_TOUCH_SENSOR_BUMPER
% WB_TOUCH_SENSOR_BUMPER
%   The constant of the C headers.

  value = 0;
end

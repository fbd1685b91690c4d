% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_TOUCH_SENSOR_FORCE
% WB_TOUCH_SENSOR_FORCE
%   The constant of the C headers.

  value = 1;
end

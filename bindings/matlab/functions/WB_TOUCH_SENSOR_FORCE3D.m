% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_TOUCH_SENSOR_FORCE3D
% WB_TOUCH_SENSOR_FORCE3D
%   The constant of the C headers.

  value = 2;
end

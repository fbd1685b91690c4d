% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_DISTANCE_SENSOR_GENERIC
% WB_DISTANCE_SENSOR_GENERIC
%   The constant of the C headers.

  value = 0;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_DISTANCE_SENSOR_LASER
% WB_DISTANCE_SENSOR_LASER
%   The constant of the C headers.

  value = 3;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_DISTANCE_SENSOR_SONAR
% WB_DISTANCE_SENSOR_SONAR
%   The constant of the C headers.

  value = 2;
end

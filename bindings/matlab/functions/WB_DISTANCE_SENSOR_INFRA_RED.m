% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_DISTANCE_SENSOR_INFRA_RED
% WB_DISTANCE_SENSOR_INFRA_RED
%   The constant of the C headers.

  value = 1;
end

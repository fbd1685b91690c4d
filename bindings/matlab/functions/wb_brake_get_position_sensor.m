% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_brake_get_position_sensor(tag)
% WB_BRAKE_GET_POSITION_SENSOR
%   The position sensor of the same joint, or 0.

  value = wb_call('wb_brake_get_position_sensor', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_position_sensor_get_type(tag)
% WB_POSITION_SENSOR_GET_TYPE
%   The kind of joint.

  value = wb_call('wb_position_sensor_get_type', tag);
end

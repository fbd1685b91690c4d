% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_position_sensor_disable(tag)
% WB_POSITION_SENSOR_DISABLE
%   Stops measuring.

  wb_call('wb_position_sensor_disable', tag);
end

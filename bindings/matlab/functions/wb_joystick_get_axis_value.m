% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_axis_value(axis)
% WB_JOYSTICK_GET_AXIS_VALUE
%   Where an axis is.

  value = wb_call('wb_joystick_get_axis_value', axis);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_number_of_axes()
% WB_JOYSTICK_GET_NUMBER_OF_AXES
%   How many axes it has.

  value = wb_call('wb_joystick_get_number_of_axes');
end

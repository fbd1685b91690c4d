% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_number_of_povs()
% WB_JOYSTICK_GET_NUMBER_OF_POVS
%   How many hats it has.

  value = wb_call('wb_joystick_get_number_of_povs');
end

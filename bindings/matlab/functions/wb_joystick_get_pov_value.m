% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_pov_value(pov)
% WB_JOYSTICK_GET_POV_VALUE
%   Where a hat points to.

  value = wb_call('wb_joystick_get_pov_value', pov);
end

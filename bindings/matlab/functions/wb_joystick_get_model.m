% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_joystick_get_model()
% WB_JOYSTICK_GET_MODEL
%   What it is called.

  value = wb_call('wb_joystick_get_model');
end

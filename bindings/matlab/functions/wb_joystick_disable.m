% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_joystick_disable()
% WB_JOYSTICK_DISABLE
%   Stops reporting.

  wb_call('wb_joystick_disable');
end

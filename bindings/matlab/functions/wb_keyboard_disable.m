% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_keyboard_disable()
% WB_KEYBOARD_DISABLE
%   Stops reporting.

  wb_call('wb_keyboard_disable');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_mouse_get_state()
% WB_MOUSE_GET_STATE
%   Where the mouse is and which buttons are down.

  value = wb_call('wb_mouse_get_state');
end

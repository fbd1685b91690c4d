% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_mouse_disable()
% WB_MOUSE_DISABLE
%   Stops reporting.

  wb_call('wb_mouse_disable');
end

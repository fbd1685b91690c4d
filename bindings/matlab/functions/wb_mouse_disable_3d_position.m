% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_mouse_disable_3d_position()
% WB_MOUSE_DISABLE_3D_POSITION
%   Stops reporting it.

  wb_call('wb_mouse_disable_3d_position');
end

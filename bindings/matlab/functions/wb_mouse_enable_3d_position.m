% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_mouse_enable_3d_position()
% WB_MOUSE_ENABLE_3D_POSITION
%   Reports the point in the scene under the mouse too.

  wb_call('wb_mouse_enable_3d_position');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_mouse_is_3d_position_enabled()
% WB_MOUSE_IS_3D_POSITION_ENABLED
%   Whether it is reported.

  value = wb_call('wb_mouse_is_3d_position_enabled');
end

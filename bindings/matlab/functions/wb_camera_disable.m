% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_disable(tag)
% WB_CAMERA_DISABLE
%   Stops measuring.

  wb_call('wb_camera_disable', tag);
end

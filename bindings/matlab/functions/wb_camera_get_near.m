% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_near(tag)
% WB_CAMERA_GET_NEAR
%   The nearest distance that is seen.

  value = wb_call('wb_camera_get_near', tag);
end

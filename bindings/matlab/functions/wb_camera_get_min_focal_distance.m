% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_min_focal_distance(tag)
% WB_CAMERA_GET_MIN_FOCAL_DISTANCE
%   The nearest distance that can be sharp.

  value = wb_call('wb_camera_get_min_focal_distance', tag);
end

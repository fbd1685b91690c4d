% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_max_focal_distance(tag)
% WB_CAMERA_GET_MAX_FOCAL_DISTANCE
%   The farthest distance that can be sharp.

  value = wb_call('wb_camera_get_max_focal_distance', tag);
end

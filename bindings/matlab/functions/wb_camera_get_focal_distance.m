% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_camera_get_focal_distance(tag)
% WB_CAMERA_GET_FOCAL_DISTANCE
%   The distance that is sharp, in metres.

  value = wb_call('wb_camera_get_focal_distance', tag);
end

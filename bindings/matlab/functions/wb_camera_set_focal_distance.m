% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_camera_set_focal_distance(tag, focal_distance)
% WB_CAMERA_SET_FOCAL_DISTANCE
%   Focuses, in metres.

  wb_call('wb_camera_set_focal_distance', tag, focal_distance);
end

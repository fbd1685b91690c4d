% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_skin_get_bone_orientation(tag, index, absolute)
% WB_SKIN_GET_BONE_ORIENTATION
%   How a bone is turned: axis and angle.

  value = wb_call('wb_skin_get_bone_orientation', tag, index, absolute);
end

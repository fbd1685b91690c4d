% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_skin_set_bone_orientation(tag, index, orientation, absolute)
% WB_SKIN_SET_BONE_ORIENTATION
%   Turns a bone to an axis and an angle.

  wb_call('wb_skin_set_bone_orientation', tag, index, orientation, absolute);
end

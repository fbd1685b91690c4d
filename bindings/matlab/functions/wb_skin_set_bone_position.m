% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_skin_set_bone_position(tag, index, position, absolute)
% WB_SKIN_SET_BONE_POSITION
%   Moves a bone.

  wb_call('wb_skin_set_bone_position', tag, index, position, absolute);
end

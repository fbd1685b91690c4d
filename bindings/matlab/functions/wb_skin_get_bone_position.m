% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_skin_get_bone_position(tag, index, absolute)
% WB_SKIN_GET_BONE_POSITION
%   Where a bone is.

  value = wb_call('wb_skin_get_bone_position', tag, index, absolute);
end

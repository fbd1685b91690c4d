% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_skin_get_bone_name(tag, index)
% WB_SKIN_GET_BONE_NAME
%   The name of a bone.

  value = wb_call('wb_skin_get_bone_name', tag, index);
end

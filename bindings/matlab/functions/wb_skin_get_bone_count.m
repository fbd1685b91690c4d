% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_skin_get_bone_count(tag)
% WB_SKIN_GET_BONE_COUNT
%   How many bones there are.

  value = wb_call('wb_skin_get_bone_count', tag);
end

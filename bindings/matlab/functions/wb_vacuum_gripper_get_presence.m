% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_vacuum_gripper_get_presence(tag)
% WB_VACUUM_GRIPPER_GET_PRESENCE
%   Whether it holds something.

  value = wb_call('wb_vacuum_gripper_get_presence', tag);
end

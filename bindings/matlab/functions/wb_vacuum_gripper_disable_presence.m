% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_vacuum_gripper_disable_presence(tag)
% WB_VACUUM_GRIPPER_DISABLE_PRESENCE
%   Stops looking.

  wb_call('wb_vacuum_gripper_disable_presence', tag);
end

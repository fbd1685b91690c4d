% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_vacuum_gripper_turn_off(tag)
% WB_VACUUM_GRIPPER_TURN_OFF
%   Lets go.

  wb_call('wb_vacuum_gripper_turn_off', tag);
end

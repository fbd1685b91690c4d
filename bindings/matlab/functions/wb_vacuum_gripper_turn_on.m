% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_vacuum_gripper_turn_on(tag)
% WB_VACUUM_GRIPPER_TURN_ON
%   Holds what it touches, now or later.

  wb_call('wb_vacuum_gripper_turn_on', tag);
end

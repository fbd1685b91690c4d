% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_vacuum_gripper_is_on(tag)
% WB_VACUUM_GRIPPER_IS_ON
%   Whether it is on.

  value = wb_call('wb_vacuum_gripper_is_on', tag);
end

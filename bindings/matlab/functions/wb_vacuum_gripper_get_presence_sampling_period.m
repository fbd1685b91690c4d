% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_vacuum_gripper_get_presence_sampling_period(tag)
% WB_VACUUM_GRIPPER_GET_PRESENCE_SAMPLING_PERIOD
%   How often it looks, in milliseconds; 0 when it does not.

  value = wb_call('wb_vacuum_gripper_get_presence_sampling_period', tag);
end

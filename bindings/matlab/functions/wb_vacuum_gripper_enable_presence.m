% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_vacuum_gripper_enable_presence(tag, sampling_period)
% WB_VACUUM_GRIPPER_ENABLE_PRESENCE
%   Starts looking for something to hold, every sampling_period milliseconds.

  wb_call('wb_vacuum_gripper_enable_presence', tag, sampling_period);
end

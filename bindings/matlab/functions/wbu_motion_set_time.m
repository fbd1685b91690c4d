% SPDX-License-Identifier: MIT OR Apache-2.0
function wbu_motion_set_time(motion, time)
% WBU_MOTION_SET_TIME
%   Goes to another time.

  wb_call('wbu_motion_set_time', motion, time);
end

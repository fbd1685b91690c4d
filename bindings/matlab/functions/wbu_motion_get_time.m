% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_motion_get_time(motion)
% WBU_MOTION_GET_TIME
%   Milliseconds since its start.

  value = wb_call('wbu_motion_get_time', motion);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_motion_get_duration(motion)
% WBU_MOTION_GET_DURATION
%   Milliseconds.

  value = wb_call('wbu_motion_get_duration', motion);
end

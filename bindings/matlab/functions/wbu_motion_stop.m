% SPDX-License-Identifier: MIT OR Apache-2.0
function wbu_motion_stop(motion)
% WBU_MOTION_STOP
%   Stops where it is.

  wb_call('wbu_motion_stop', motion);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wbu_motion_delete(motion)
% WBU_MOTION_DELETE
%   Forgets a motion.

  wb_call('wbu_motion_delete', motion);
end

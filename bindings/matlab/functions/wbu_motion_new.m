% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_motion_new(filename)
% WBU_MOTION_NEW
%   Reads a motion file; 0 and a line on standard error if it is wrong.

  value = wb_call('wbu_motion_new', filename);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_cleanup()
% WB_ROBOT_CLEANUP
%   Does nothing: launcher.m ends the connection when the controller ends.

end

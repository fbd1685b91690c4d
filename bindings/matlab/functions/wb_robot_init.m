% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_init()
% WB_ROBOT_INIT
%   Does nothing: launcher.m has connected the controller.

end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_set_mode(mode, arg)
% WB_ROBOT_SET_MODE
%   Changes between simulation and a real robot.

  wb_call('wb_robot_set_mode', mode, arg);
end

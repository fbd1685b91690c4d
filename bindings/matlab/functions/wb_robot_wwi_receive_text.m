% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_wwi_receive_text()
% WB_ROBOT_WWI_RECEIVE_TEXT
%   The next message of the robot window, or 0.

  value = wb_call('wb_robot_wwi_receive_text');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_wwi_send_text(text)
% WB_ROBOT_WWI_SEND_TEXT
%   Sends text to the window of the robot.

  wb_call('wb_robot_wwi_send', [as_bytes(text); uint8(0)]);
end

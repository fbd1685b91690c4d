% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_wwi_send(data)
% WB_ROBOT_WWI_SEND
%   Sends a message to the robot window.

  wb_call('wb_robot_wwi_send', as_bytes(data));
end

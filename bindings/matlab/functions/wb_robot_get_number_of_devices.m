% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_number_of_devices()
% WB_ROBOT_GET_NUMBER_OF_DEVICES
%   How many devices the robot has.

  value = wb_call('wb_robot_get_number_of_devices');
end

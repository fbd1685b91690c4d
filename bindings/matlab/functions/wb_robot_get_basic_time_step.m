% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_basic_time_step()
% WB_ROBOT_GET_BASIC_TIME_STEP
%   The shortest step in milliseconds.

  value = wb_call('wb_robot_get_basic_time_step');
end

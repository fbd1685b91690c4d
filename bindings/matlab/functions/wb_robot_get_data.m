% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_data()
% WB_ROBOT_GET_DATA
%   Old name of wb_robot_get_custom_data().

  value = wb_call('wb_robot_get_data');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_set_data(data)
% WB_ROBOT_SET_DATA
%   Old name of wb_robot_set_custom_data().

  wb_call('wb_robot_set_data', data);
end

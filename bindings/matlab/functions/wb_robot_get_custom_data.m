% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_custom_data()
% WB_ROBOT_GET_CUSTOM_DATA
%   The text of the field customData.

  value = wb_call('wb_robot_get_custom_data');
end

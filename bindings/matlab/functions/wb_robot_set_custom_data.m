% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_set_custom_data(data)
% WB_ROBOT_SET_CUSTOM_DATA
%   Changes the field customData with the next step.

  wb_call('wb_robot_set_custom_data', data);
end

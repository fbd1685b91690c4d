% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_device(name)
% WB_ROBOT_GET_DEVICE
%   The tag of the device with a name; 0 and a warning if there is none.

  value = wb_call('wb_robot_get_device', name);
end

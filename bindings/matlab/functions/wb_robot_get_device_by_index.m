% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_device_by_index(index)
% WB_ROBOT_GET_DEVICE_BY_INDEX
%   The tag of a device; the first one has index 0.

  value = wb_call('wb_robot_get_device_by_index', index);
end

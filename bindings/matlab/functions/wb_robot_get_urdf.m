% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_urdf(prefix)
% WB_ROBOT_GET_URDF
%   The robot as URDF; prefix is put before all names.

  value = wb_call('wb_robot_get_urdf', prefix);
end

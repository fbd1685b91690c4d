% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_inertial_unit_get_quaternion(tag)
% WB_INERTIAL_UNIT_GET_QUATERNION
%   The newest orientation as x, y, z, w.

  value = wb_call('wb_inertial_unit_get_quaternion', tag);
end

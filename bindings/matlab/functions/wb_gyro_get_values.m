% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gyro_get_values(tag)
% WB_GYRO_GET_VALUES
%   The newest angular velocity about x, y and z, in radians per second.

  value = wb_call('wb_gyro_get_values', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_accelerometer_get_values(tag)
% WB_ACCELEROMETER_GET_VALUES
%   The newest acceleration along x, y and z, gravity included, in metres per second squared.

  value = wb_call('wb_accelerometer_get_values', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_compass_get_values(tag)
% WB_COMPASS_GET_VALUES
%   The newest direction of north, seen from the device.

  value = wb_call('wb_compass_get_values', tag);
end

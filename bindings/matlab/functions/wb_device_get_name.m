% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_device_get_name(dt)
% WB_DEVICE_GET_NAME
%   The name of a device; 0 if there is no such one.

  value = wb_call('wb_device_get_name', dt);
end

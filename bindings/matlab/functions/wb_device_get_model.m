% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_device_get_model(dt)
% WB_DEVICE_GET_MODEL
%   The model of a device.

  value = wb_call('wb_device_get_model', dt);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_device_get_type(dt)
% WB_DEVICE_GET_TYPE
%   Old name of wb_device_get_node_type().

  value = wb_call('wb_device_get_type', dt);
end

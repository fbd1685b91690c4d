% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_device_get_node_type(dt)
% WB_DEVICE_GET_NODE_TYPE
%   What a device is.

  value = wb_call('wb_device_get_node_type', dt);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_from_device(tag)
% WB_SUPERVISOR_NODE_GET_FROM_DEVICE
%   The node of a device.

  value = wb_call('wb_supervisor_node_get_from_device', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_base_type_name(node)
% WB_SUPERVISOR_NODE_GET_BASE_TYPE_NAME
%   The name of the type.

  value = wb_call('wb_supervisor_node_get_base_type_name', node);
end

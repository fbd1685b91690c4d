% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_type_name(node)
% WB_SUPERVISOR_NODE_GET_TYPE_NAME
%   The name of the PROTO or the type.

  value = wb_call('wb_supervisor_node_get_type_name', node);
end

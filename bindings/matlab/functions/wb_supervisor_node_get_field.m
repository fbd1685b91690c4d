% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_field(node, field_name)
% WB_SUPERVISOR_NODE_GET_FIELD
%   The field with a name, or 0.

  value = wb_call('wb_supervisor_node_get_field', node, field_name);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_base_node_field_by_index(node, index)
% WB_SUPERVISOR_NODE_GET_BASE_NODE_FIELD_BY_INDEX
%   The same by its place.

  value = wb_call('wb_supervisor_node_get_base_node_field_by_index', node, index);
end

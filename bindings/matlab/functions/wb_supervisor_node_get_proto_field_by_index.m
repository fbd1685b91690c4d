% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_proto_field_by_index(node, index)
% WB_SUPERVISOR_NODE_GET_PROTO_FIELD_BY_INDEX
%   The same by its place.

  value = wb_call('wb_supervisor_node_get_proto_field_by_index', node, index);
end

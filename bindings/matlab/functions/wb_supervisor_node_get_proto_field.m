% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_proto_field(node, field_name)
% WB_SUPERVISOR_NODE_GET_PROTO_FIELD
%   A field of the node inside of a PROTO instance, or 0. It cannot be changed.

  value = wb_call('wb_supervisor_node_get_proto_field', node, field_name);
end

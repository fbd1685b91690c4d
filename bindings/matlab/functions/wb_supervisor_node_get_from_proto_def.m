% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_from_proto_def(node, def)
% WB_SUPERVISOR_NODE_GET_FROM_PROTO_DEF
%   The node with a DEF name inside of a PROTO instance, or 0.

  value = wb_call('wb_supervisor_node_get_from_proto_def', node, def);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_proto(node)
% WB_SUPERVISOR_NODE_GET_PROTO
%   The PROTO that a node was made from, or 0.

  value = wb_call('wb_supervisor_node_get_proto', node);
end

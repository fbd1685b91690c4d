% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_parent_node(node)
% WB_SUPERVISOR_NODE_GET_PARENT_NODE
%   The node above a node.

  value = wb_call('wb_supervisor_node_get_parent_node', node);
end

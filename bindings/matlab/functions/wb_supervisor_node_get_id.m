% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_id(node)
% WB_SUPERVISOR_NODE_GET_ID
%   The number of a node.

  value = wb_call('wb_supervisor_node_get_id', node);
end

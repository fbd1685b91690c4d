% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_type(node)
% WB_SUPERVISOR_NODE_GET_TYPE
%   The type of a node.

  value = wb_call('wb_supervisor_node_get_type', node);
end

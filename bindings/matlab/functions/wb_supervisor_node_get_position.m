% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_position(node)
% WB_SUPERVISOR_NODE_GET_POSITION
%   Where a node is.

  value = wb_call('wb_supervisor_node_get_position', node);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_remove(node)
% WB_SUPERVISOR_NODE_REMOVE
%   Removes a node immediately.

  wb_call('wb_supervisor_node_remove', node);
end

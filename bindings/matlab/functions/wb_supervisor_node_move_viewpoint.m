% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_move_viewpoint(node)
% WB_SUPERVISOR_NODE_MOVE_VIEWPOINT
%   Looks at a node.

  wb_call('wb_supervisor_node_move_viewpoint', node);
end

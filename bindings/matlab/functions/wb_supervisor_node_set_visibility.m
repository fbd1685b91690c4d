% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_set_visibility(node, from, visible)
% WB_SUPERVISOR_NODE_SET_VISIBILITY
%   Hides a node from a camera or the viewpoint, or shows it.

  wb_call('wb_supervisor_node_set_visibility', node, from, visible);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_reset_physics(node)
% WB_SUPERVISOR_NODE_RESET_PHYSICS
%   Stops a solid and all below it.

  wb_call('wb_supervisor_node_reset_physics', node);
end

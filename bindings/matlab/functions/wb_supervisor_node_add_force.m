% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_add_force(node, force, relative)
% WB_SUPERVISOR_NODE_ADD_FORCE
%   Pushes a solid at its centre of mass during the next step.

  wb_call('wb_supervisor_node_add_force', node, force, relative);
end

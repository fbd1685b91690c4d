% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_add_force_with_offset(node, force, offset, relative)
% WB_SUPERVISOR_NODE_ADD_FORCE_WITH_OFFSET
%   Pushes a solid elsewhere during the next step.

  wb_call('wb_supervisor_node_add_force_with_offset', node, force, offset, relative);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_save_state(node, state_name)
% WB_SUPERVISOR_NODE_SAVE_STATE
%   Remembers the state of a node and all below it under a name.

  wb_call('wb_supervisor_node_save_state', node, state_name);
end

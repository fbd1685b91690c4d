% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_load_state(node, state_name)
% WB_SUPERVISOR_NODE_LOAD_STATE
%   Goes back to a state that was remembered.

  wb_call('wb_supervisor_node_load_state', node, state_name);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_from_id(id)
% WB_SUPERVISOR_NODE_GET_FROM_ID
%   The node with a number, or 0.

  value = wb_call('wb_supervisor_node_get_from_id', id);
end

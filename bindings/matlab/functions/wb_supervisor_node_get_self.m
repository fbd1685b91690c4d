% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_self()
% WB_SUPERVISOR_NODE_GET_SELF
%   The supervisor's own node.

  value = wb_call('wb_supervisor_node_get_self');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_def(node)
% WB_SUPERVISOR_NODE_GET_DEF
%   The DEF name, or an empty text.

  value = wb_call('wb_supervisor_node_get_def', node);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_from_def(def)
% WB_SUPERVISOR_NODE_GET_FROM_DEF
%   The node with a DEF name, or 0. Names joined by dots lead downwards.

  value = wb_call('wb_supervisor_node_get_from_def', def);
end

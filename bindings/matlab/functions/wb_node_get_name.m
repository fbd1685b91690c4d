% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_node_get_name(t)
% WB_NODE_GET_NAME
%   The name of a node type; 0 if there is no such one.

  value = wb_call('wb_node_get_name', t);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_export_string(node)
% WB_SUPERVISOR_NODE_EXPORT_STRING
%   A node as text.

  value = wb_call('wb_supervisor_node_export_string', node);
end

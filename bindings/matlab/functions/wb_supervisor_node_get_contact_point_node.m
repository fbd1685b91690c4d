% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_contact_point_node(node, index)
% WB_SUPERVISOR_NODE_GET_CONTACT_POINT_NODE
%   The node of one contact point.

  value = wb_call('wb_supervisor_node_get_contact_point_node', node, index);
end

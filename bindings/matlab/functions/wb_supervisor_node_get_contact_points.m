% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_contact_points(node, include_descendants)
% WB_SUPERVISOR_NODE_GET_CONTACT_POINTS
%   The points where a solid touches others: structures with point and node_id.

  value = wb_call('wb_supervisor_node_get_contact_points', node, include_descendants);
end

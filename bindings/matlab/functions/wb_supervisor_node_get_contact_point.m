% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_contact_point(node, index)
% WB_SUPERVISOR_NODE_GET_CONTACT_POINT
%   One contact point; use wb_supervisor_node_get_contact_points().

  value = wb_call('wb_supervisor_node_get_contact_point', node, index);
end

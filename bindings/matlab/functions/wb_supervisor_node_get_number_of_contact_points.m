% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_number_of_contact_points(node, include_descendants)
% WB_SUPERVISOR_NODE_GET_NUMBER_OF_CONTACT_POINTS
%   How many contact points there are.

  value = wb_call('wb_supervisor_node_get_number_of_contact_points', node, include_descendants);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_disable_contact_point_tracking(node, include_descendants)
% WB_SUPERVISOR_NODE_DISABLE_CONTACT_POINT_TRACKING
%   Old name of wb_supervisor_node_disable_contact_points_tracking().

  wb_call('wb_supervisor_node_disable_contact_point_tracking', node, include_descendants);
end

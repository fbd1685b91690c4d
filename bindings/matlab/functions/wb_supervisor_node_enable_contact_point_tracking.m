% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_enable_contact_point_tracking(node, sampling_period, include_descendants)
% WB_SUPERVISOR_NODE_ENABLE_CONTACT_POINT_TRACKING
%   Old name of wb_supervisor_node_enable_contact_points_tracking().

  wb_call('wb_supervisor_node_enable_contact_point_tracking', node, sampling_period, include_descendants);
end

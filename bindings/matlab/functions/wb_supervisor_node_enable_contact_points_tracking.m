% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_enable_contact_points_tracking(node, sampling_period, include_descendants)
% WB_SUPERVISOR_NODE_ENABLE_CONTACT_POINTS_TRACKING
%   Lets the contact points come with the steps.

  wb_call('wb_supervisor_node_enable_contact_points_tracking', node, sampling_period, include_descendants);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_disable_contact_points_tracking(node)
% WB_SUPERVISOR_NODE_DISABLE_CONTACT_POINTS_TRACKING
%   Stops that.

  wb_call('wb_supervisor_node_disable_contact_points_tracking', node);
end

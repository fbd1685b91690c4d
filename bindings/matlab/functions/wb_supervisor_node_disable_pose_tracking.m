% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_disable_pose_tracking(node, varargin)
% WB_SUPERVISOR_NODE_DISABLE_POSE_TRACKING
%   Stops that.

  wb_call('wb_supervisor_node_disable_pose_tracking', node, varargin{:});
end

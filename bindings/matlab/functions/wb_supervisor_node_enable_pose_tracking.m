% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_enable_pose_tracking(node, sampling_period, varargin)
% WB_SUPERVISOR_NODE_ENABLE_POSE_TRACKING
%   Lets the pose come with the steps, so that reading it costs nothing.

  wb_call('wb_supervisor_node_enable_pose_tracking', node, sampling_period, varargin{:});
end

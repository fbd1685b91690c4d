% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_pose(node, varargin)
% WB_SUPERVISOR_NODE_GET_POSE
%   Where a node is and how it is turned, seen from another or with 0 from the world: the rows
%   of a 4 by 4 matrix.

  value = wb_call('wb_supervisor_node_get_pose', node, varargin{:});
end

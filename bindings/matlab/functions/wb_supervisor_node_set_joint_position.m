% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_set_joint_position(node, position, index)
% WB_SUPERVISOR_NODE_SET_JOINT_POSITION
%   Moves a joint; index 1 is its first axis.

  wb_call('wb_supervisor_node_set_joint_position', node, position, index);
end

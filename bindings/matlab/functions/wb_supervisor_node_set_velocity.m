% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_set_velocity(node, velocity)
% WB_SUPERVISOR_NODE_SET_VELOCITY
%   Lets a solid move and turn.

  wb_call('wb_supervisor_node_set_velocity', node, velocity);
end

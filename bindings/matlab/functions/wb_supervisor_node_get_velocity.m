% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_velocity(node)
% WB_SUPERVISOR_NODE_GET_VELOCITY
%   How a solid moves (3 numbers) and turns (3 numbers).

  value = wb_call('wb_supervisor_node_get_velocity', node);
end

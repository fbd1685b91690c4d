% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_add_torque(node, torque, relative)
% WB_SUPERVISOR_NODE_ADD_TORQUE
%   Turns a solid during the next step.

  wb_call('wb_supervisor_node_add_torque', node, torque, relative);
end

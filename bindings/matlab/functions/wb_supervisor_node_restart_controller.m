% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_node_restart_controller(node)
% WB_SUPERVISOR_NODE_RESTART_CONTROLLER
%   Restarts the controller of a robot.

  wb_call('wb_supervisor_node_restart_controller', node);
end

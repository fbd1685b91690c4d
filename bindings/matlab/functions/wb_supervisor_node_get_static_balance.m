% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_static_balance(node)
% WB_SUPERVISOR_NODE_GET_STATIC_BALANCE
%   Whether a robot is in static balance.

  value = wb_call('wb_supervisor_node_get_static_balance', node);
end

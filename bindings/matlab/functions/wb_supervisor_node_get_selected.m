% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_selected()
% WB_SUPERVISOR_NODE_GET_SELECTED
%   The node that is selected in the window, or 0.

  value = wb_call('wb_supervisor_node_get_selected');
end

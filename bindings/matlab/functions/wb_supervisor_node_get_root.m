% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_root()
% WB_SUPERVISOR_NODE_GET_ROOT
%   The node above all.

  value = wb_call('wb_supervisor_node_get_root');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_orientation(node)
% WB_SUPERVISOR_NODE_GET_ORIENTATION
%   How a node is turned: the rows of a 3 by 3 matrix.

  value = wb_call('wb_supervisor_node_get_orientation', node);
end

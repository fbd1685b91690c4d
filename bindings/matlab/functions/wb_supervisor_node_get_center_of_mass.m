% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_center_of_mass(node)
% WB_SUPERVISOR_NODE_GET_CENTER_OF_MASS
%   Where the centre of mass is.

  value = wb_call('wb_supervisor_node_get_center_of_mass', node);
end

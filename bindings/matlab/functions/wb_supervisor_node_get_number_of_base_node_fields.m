% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_number_of_base_node_fields(node)
% WB_SUPERVISOR_NODE_GET_NUMBER_OF_BASE_NODE_FIELDS
%   How many there are.

  value = wb_call('wb_supervisor_node_get_number_of_base_node_fields', node);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_get_proto_number_of_fields(node)
% WB_SUPERVISOR_NODE_GET_PROTO_NUMBER_OF_FIELDS
%   How many there are.

  value = wb_call('wb_supervisor_node_get_proto_number_of_fields', node);
end

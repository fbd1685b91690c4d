% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_import_mf_node_from_string(field, position, node_string)
% WB_SUPERVISOR_FIELD_IMPORT_MF_NODE_FROM_STRING
%   Inserts a node into a list immediately.

  wb_call('wb_supervisor_field_import_mf_node_from_string', field, position, node_string);
end

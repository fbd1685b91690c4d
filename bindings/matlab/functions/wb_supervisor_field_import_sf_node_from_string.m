% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_import_sf_node_from_string(field, node_string)
% WB_SUPERVISOR_FIELD_IMPORT_SF_NODE_FROM_STRING
%   Puts a node into an empty field immediately.

  wb_call('wb_supervisor_field_import_sf_node_from_string', field, node_string);
end

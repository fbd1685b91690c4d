% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_remove_mf_node(field, position)
% WB_SUPERVISOR_FIELD_REMOVE_MF_NODE
%   Old name of wb_supervisor_field_remove_mf().

  wb_call('wb_supervisor_field_remove_mf_node', field, position);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_mf_node(field, index)
% WB_SUPERVISOR_FIELD_GET_MF_NODE
%   An item of a list; negative places count from the end.

  value = wb_call('wb_supervisor_field_get_mf_node', field, index);
end

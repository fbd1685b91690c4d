% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_insert_mf_vec2f(field, index, values)
% WB_SUPERVISOR_FIELD_INSERT_MF_VEC2F
%   Inserts an item into a list immediately.

  wb_call('wb_supervisor_field_insert_mf_vec2f', field, index, values);
end

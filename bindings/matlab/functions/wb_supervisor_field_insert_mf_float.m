% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_insert_mf_float(field, index, value)
% WB_SUPERVISOR_FIELD_INSERT_MF_FLOAT
%   Puts a new item into a list at once.

  wb_call('wb_supervisor_field_insert_mf_float', field, index, value);
end

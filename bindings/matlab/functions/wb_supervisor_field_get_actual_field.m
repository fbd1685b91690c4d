% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_actual_field(field)
% WB_SUPERVISOR_FIELD_GET_ACTUAL_FIELD
%   The field of the scene tree that a PROTO field is bound to, or 0.

  value = wb_call('wb_supervisor_field_get_actual_field', field);
end

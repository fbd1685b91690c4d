% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_type(field)
% WB_SUPERVISOR_FIELD_GET_TYPE
%   The type of a field.

  value = wb_call('wb_supervisor_field_get_type', field);
end

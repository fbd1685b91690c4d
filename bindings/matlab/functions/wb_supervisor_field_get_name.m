% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_name(field)
% WB_SUPERVISOR_FIELD_GET_NAME
%   The name of a field.

  value = wb_call('wb_supervisor_field_get_name', field);
end

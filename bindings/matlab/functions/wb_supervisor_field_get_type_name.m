% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_type_name(field)
% WB_SUPERVISOR_FIELD_GET_TYPE_NAME
%   The name of that type.

  value = wb_call('wb_supervisor_field_get_type_name', field);
end

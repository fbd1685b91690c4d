% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_count(field)
% WB_SUPERVISOR_FIELD_GET_COUNT
%   The length of a list; -1 for other fields.

  value = wb_call('wb_supervisor_field_get_count', field);
end

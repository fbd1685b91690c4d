% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_sf_string(field, value)
% WB_SUPERVISOR_FIELD_SET_SF_STRING
%   Changes a field with the next step.

  wb_call('wb_supervisor_field_set_sf_string', field, value);
end

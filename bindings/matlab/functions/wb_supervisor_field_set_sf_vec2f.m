% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_sf_vec2f(field, values)
% WB_SUPERVISOR_FIELD_SET_SF_VEC2F
%   Changes a field with the next step.

  wb_call('wb_supervisor_field_set_sf_vec2f', field, values);
end

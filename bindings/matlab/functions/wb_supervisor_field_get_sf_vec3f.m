% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_field_get_sf_vec3f(field)
% WB_SUPERVISOR_FIELD_GET_SF_VEC3F
%   The value of a field.

  value = wb_call('wb_supervisor_field_get_sf_vec3f', field);
end

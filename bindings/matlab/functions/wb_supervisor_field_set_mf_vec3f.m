% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_mf_vec3f(field, index, values)
% WB_SUPERVISOR_FIELD_SET_MF_VEC3F
%   Changes an item of a list with the next step.

  wb_call('wb_supervisor_field_set_mf_vec3f', field, index, values);
end

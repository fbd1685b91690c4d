% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_sf_rotation(field, values)
% WB_SUPERVISOR_FIELD_SET_SF_ROTATION
%   Changes a field with the next step.

  wb_call('wb_supervisor_field_set_sf_rotation', field, values);
end

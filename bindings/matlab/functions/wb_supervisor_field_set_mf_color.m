% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_mf_color(field, index, values)
% WB_SUPERVISOR_FIELD_SET_MF_COLOR
%   Changes an item of a list with the next step.

  wb_call('wb_supervisor_field_set_mf_color', field, index, values);
end

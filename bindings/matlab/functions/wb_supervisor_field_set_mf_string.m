% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_mf_string(field, index, value)
% WB_SUPERVISOR_FIELD_SET_MF_STRING
%   Changes an item of a list with the next step.

  wb_call('wb_supervisor_field_set_mf_string', field, index, value);
end

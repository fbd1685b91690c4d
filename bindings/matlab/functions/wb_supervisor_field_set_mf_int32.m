% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_set_mf_int32(field, index, value)
% WB_SUPERVISOR_FIELD_SET_MF_INT32
%   Changes an item of a list with the next step.

  wb_call('wb_supervisor_field_set_mf_int32', field, index, value);
end

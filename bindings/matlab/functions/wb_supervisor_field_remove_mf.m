% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_remove_mf(field, index)
% WB_SUPERVISOR_FIELD_REMOVE_MF
%   Removes an item of a list immediately.

  wb_call('wb_supervisor_field_remove_mf', field, index);
end

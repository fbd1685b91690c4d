% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_remove_sf(field)
% WB_SUPERVISOR_FIELD_REMOVE_SF
%   Removes the node of a field immediately.

  wb_call('wb_supervisor_field_remove_sf', field);
end

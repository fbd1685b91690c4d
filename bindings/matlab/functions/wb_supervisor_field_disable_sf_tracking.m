% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_disable_sf_tracking(field)
% WB_SUPERVISOR_FIELD_DISABLE_SF_TRACKING
%   Stops that.

  wb_call('wb_supervisor_field_disable_sf_tracking', field);
end

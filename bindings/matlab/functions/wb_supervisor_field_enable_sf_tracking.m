% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_field_enable_sf_tracking(field, sampling_period)
% WB_SUPERVISOR_FIELD_ENABLE_SF_TRACKING
%   Lets the value come with the steps, so that reading it costs nothing.

  wb_call('wb_supervisor_field_enable_sf_tracking', field, sampling_period);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_connector_get_presence_sampling_period(tag)
% WB_CONNECTOR_GET_PRESENCE_SAMPLING_PERIOD
%   How often it looks, in milliseconds; 0 when it does not.

  value = wb_call('wb_connector_get_presence_sampling_period', tag);
end

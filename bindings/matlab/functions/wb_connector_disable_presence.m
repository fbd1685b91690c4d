% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_connector_disable_presence(tag)
% WB_CONNECTOR_DISABLE_PRESENCE
%   Stops looking.

  wb_call('wb_connector_disable_presence', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_connector_lock(tag)
% WB_CONNECTOR_LOCK
%   Holds on to a connector that is there, now or later.

  wb_call('wb_connector_lock', tag);
end

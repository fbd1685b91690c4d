% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_connector_unlock(tag)
% WB_CONNECTOR_UNLOCK
%   Lets go.

  wb_call('wb_connector_unlock', tag);
end

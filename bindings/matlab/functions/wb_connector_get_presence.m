% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_connector_get_presence(tag)
% WB_CONNECTOR_GET_PRESENCE
%   1 if another connector is there, 0 if not, -1 if it cannot know.

  value = wb_call('wb_connector_get_presence', tag);
end

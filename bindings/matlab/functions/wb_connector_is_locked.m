% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_connector_is_locked(tag)
% WB_CONNECTOR_IS_LOCKED
%   Whether it is locked, even if it holds nothing.

  value = wb_call('wb_connector_is_locked', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_virtual_reality_headset_get_position()
% WB_SUPERVISOR_VIRTUAL_REALITY_HEADSET_GET_POSITION
%   Where it is.

  value = wb_call('wb_supervisor_virtual_reality_headset_get_position');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_virtual_reality_headset_is_used()
% WB_SUPERVISOR_VIRTUAL_REALITY_HEADSET_IS_USED
%   Whether a headset is in use.

  value = wb_call('wb_supervisor_virtual_reality_headset_is_used');
end

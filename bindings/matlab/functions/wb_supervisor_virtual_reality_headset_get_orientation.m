% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_virtual_reality_headset_get_orientation()
% WB_SUPERVISOR_VIRTUAL_REALITY_HEADSET_GET_ORIENTATION
%   How it is turned.

  value = wb_call('wb_supervisor_virtual_reality_headset_get_orientation');
end

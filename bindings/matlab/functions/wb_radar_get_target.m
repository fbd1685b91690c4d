% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_target(tag, index)
% WB_RADAR_GET_TARGET
%   One target; 0 if there is no such one.

  value = wb_call('wb_radar_get_target', tag, index);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_radar_disable(tag)
% WB_RADAR_DISABLE
%   Stops measuring.

  wb_call('wb_radar_disable', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_targets(tag)
% WB_RADAR_GET_TARGETS
%   The targets; valid until the next step.

  value = wb_call('wb_radar_get_targets', tag);
end

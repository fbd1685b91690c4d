% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_max_range(tag)
% WB_RADAR_GET_MAX_RANGE
%   The greatest distance it sees, in metres.

  value = wb_call('wb_radar_get_max_range', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_min_range(tag)
% WB_RADAR_GET_MIN_RANGE
%   The least distance it sees, in metres.

  value = wb_call('wb_radar_get_min_range', tag);
end

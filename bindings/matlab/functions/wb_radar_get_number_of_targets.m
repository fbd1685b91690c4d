% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_radar_get_number_of_targets(tag)
% WB_RADAR_GET_NUMBER_OF_TARGETS
%   How many targets there are.

  value = wb_call('wb_radar_get_number_of_targets', tag);
end

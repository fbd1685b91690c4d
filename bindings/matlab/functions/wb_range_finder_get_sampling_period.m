% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_range_finder_get_sampling_period(tag)
% WB_RANGE_FINDER_GET_SAMPLING_PERIOD
%   How often it measures, in milliseconds; 0 when it does not.

  value = wb_call('wb_range_finder_get_sampling_period', tag);
end

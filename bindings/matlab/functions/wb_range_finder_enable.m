% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_range_finder_enable(tag, sampling_period)
% WB_RANGE_FINDER_ENABLE
%   Starts measuring: the first value is there after sampling_period milliseconds.

  wb_call('wb_range_finder_enable', tag, sampling_period);
end

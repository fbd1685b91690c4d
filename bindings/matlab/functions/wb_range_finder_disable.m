% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_range_finder_disable(tag)
% WB_RANGE_FINDER_DISABLE
%   Stops measuring.

  wb_call('wb_range_finder_disable', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_compass_disable(tag)
% WB_COMPASS_DISABLE
%   Stops measuring.

  wb_call('wb_compass_disable', tag);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_accelerometer_disable(tag)
% WB_ACCELEROMETER_DISABLE
%   Stops measuring.

  wb_call('wb_accelerometer_disable', tag);
end

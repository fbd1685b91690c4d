% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_gyro_disable(tag)
% WB_GYRO_DISABLE
%   Stops measuring.

  wb_call('wb_gyro_disable', tag);
end

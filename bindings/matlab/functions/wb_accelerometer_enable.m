% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_accelerometer_enable(tag, sampling_period)
% WB_ACCELEROMETER_ENABLE
%   Starts measuring: the first value is there after sampling_period milliseconds.

  wb_call('wb_accelerometer_enable', tag, sampling_period);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_mouse_get_sampling_period()
% WB_MOUSE_GET_SAMPLING_PERIOD
%   How often it measures, in milliseconds; 0 when it does not.

  value = wb_call('wb_mouse_get_sampling_period');
end

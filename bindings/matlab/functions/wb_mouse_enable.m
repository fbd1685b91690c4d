% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_mouse_enable(sampling_period)
% WB_MOUSE_ENABLE
%   Starts reporting, every sampling_period milliseconds.

  wb_call('wb_mouse_enable', sampling_period);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_keyboard_enable(sampling_period)
% WB_KEYBOARD_ENABLE
%   Starts reporting, every sampling_period milliseconds.

  wb_call('wb_keyboard_enable', sampling_period);
end

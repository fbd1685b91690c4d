% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_keyboard_get_key()
% WB_KEYBOARD_GET_KEY
%   The next key that is down in this step, or -1.

  value = wb_call('wb_keyboard_get_key');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_console_print(text, stream)
% WB_CONSOLE_PRINT
%   Prints to the simulator's console immediately.

  wb_call('wb_console_print', text, stream);
end

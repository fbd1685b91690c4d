% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_CLEAR_SCREEN
% ANSI_CLEAR_SCREEN
%   The constant of the C headers.

  value = [char(27) '[2J'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_RESET
% ANSI_RESET
%   The constant of the C headers.

  value = [char(27) '[0m'];
end

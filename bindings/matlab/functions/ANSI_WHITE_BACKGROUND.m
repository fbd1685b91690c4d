% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_WHITE_BACKGROUND
% ANSI_WHITE_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[47m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_MAGENTA_BACKGROUND
% ANSI_MAGENTA_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[45m'];
end

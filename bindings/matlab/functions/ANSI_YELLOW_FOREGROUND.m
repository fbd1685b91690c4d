% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_YELLOW_FOREGROUND
% ANSI_YELLOW_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[33m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_BLUE_FOREGROUND
% ANSI_BLUE_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[34m'];
end

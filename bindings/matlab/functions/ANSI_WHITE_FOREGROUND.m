% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_WHITE_FOREGROUND
% ANSI_WHITE_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[37m'];
end

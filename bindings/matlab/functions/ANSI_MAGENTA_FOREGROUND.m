% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_MAGENTA_FOREGROUND
% ANSI_MAGENTA_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[35m'];
end

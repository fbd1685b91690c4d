% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_GREEN_FOREGROUND
% ANSI_GREEN_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[32m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_CYAN_FOREGROUND
% ANSI_CYAN_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[36m'];
end

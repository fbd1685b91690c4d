% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_BLACK_FOREGROUND
% ANSI_BLACK_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[30m'];
end

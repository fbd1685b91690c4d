% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_RED_FOREGROUND
% ANSI_RED_FOREGROUND
%   The constant of the C headers.

  value = [char(27) '[31m'];
end

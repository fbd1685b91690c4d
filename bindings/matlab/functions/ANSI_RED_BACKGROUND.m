% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_RED_BACKGROUND
% ANSI_RED_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[41m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_BLACK_BACKGROUND
% ANSI_BLACK_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[40m'];
end

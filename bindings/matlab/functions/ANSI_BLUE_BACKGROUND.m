% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_BLUE_BACKGROUND
% ANSI_BLUE_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[44m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_YELLOW_BACKGROUND
% ANSI_YELLOW_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[43m'];
end

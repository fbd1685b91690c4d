% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_CYAN_BACKGROUND
% ANSI_CYAN_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[46m'];
end

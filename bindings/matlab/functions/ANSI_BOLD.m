% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_BOLD
% ANSI_BOLD
%   The constant of the C headers.

  value = [char(27) '[1m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_UNDERLINE
% ANSI_UNDERLINE
%   The constant of the C headers.

  value = [char(27) '[4m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = ANSI_GREEN_BACKGROUND
% ANSI_GREEN_BACKGROUND
%   The constant of the C headers.

  value = [char(27) '[42m'];
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_STDERR
% WB_STDERR
%   The constant of the C headers.

  value = 2;
end

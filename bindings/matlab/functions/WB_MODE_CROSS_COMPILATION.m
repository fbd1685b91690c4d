% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MODE_CROSS_COMPILATION
% WB_MODE_CROSS_COMPILATION
%   The constant of the C headers.

  value = 1;
end

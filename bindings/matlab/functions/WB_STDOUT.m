% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_STDOUT
% WB_STDOUT
%   The constant of the C headers.

  value = 1;
end

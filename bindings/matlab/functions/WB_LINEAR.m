% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_LINEAR
% WB_LINEAR
%   The constant of the C headers.

  value = 1;
end

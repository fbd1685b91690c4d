% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF
% WB_MF
%   The constant of the C headers.

  value = 16;
end

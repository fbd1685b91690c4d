% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_FLOAT
% WB_MF_FLOAT
%   The constant of the C headers.

  value = 19;
end

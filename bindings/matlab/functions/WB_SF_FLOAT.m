% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_FLOAT
% WB_SF_FLOAT
%   The constant of the C headers.

  value = 3;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_VEC2F
% WB_SF_VEC2F
%   The constant of the C headers.

  value = 4;
end

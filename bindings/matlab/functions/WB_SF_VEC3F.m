% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_VEC3F
% WB_SF_VEC3F
%   The constant of the C headers.

  value = 5;
end

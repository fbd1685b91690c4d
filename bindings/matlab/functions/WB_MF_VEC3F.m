% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_VEC3F
% WB_MF_VEC3F
%   The constant of the C headers.

  value = 21;
end

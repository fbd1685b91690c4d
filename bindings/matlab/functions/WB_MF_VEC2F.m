% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_VEC2F
% WB_MF_VEC2F
%   The constant of the C headers.

  value = 20;
end

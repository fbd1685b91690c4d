% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_INT32
% WB_MF_INT32
%   The constant of the C headers.

  value = 18;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_COLOR
% WB_MF_COLOR
%   The constant of the C headers.

  value = 23;
end

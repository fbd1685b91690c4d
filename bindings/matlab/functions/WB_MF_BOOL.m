% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_BOOL
% WB_MF_BOOL
%   The constant of the C headers.

  value = 17;
end

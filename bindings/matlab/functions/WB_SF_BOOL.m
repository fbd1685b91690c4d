% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_BOOL
% WB_SF_BOOL
%   The constant of the C headers.

  value = 1;
end

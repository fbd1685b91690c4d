% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_COLOR
% WB_SF_COLOR
%   The constant of the C headers.

  value = 7;
end

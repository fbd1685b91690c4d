% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_STRING
% WB_SF_STRING
%   The constant of the C headers.

  value = 8;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_INT32
% WB_SF_INT32
%   The constant of the C headers.

  value = 2;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_STRING
% WB_MF_STRING
%   The constant of the C headers.

  value = 24;
end

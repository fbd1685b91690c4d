% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NO_FIELD
% WB_NO_FIELD
%   The constant of the C headers.

  value = 0;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_ROTATION
% WB_SF_ROTATION
%   The constant of the C headers.

  value = 6;
end

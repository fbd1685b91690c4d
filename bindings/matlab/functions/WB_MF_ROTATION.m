% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_ROTATION
% WB_MF_ROTATION
%   The constant of the C headers.

  value = 22;
end

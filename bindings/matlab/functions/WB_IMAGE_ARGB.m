% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_IMAGE_ARGB
% WB_IMAGE_ARGB
%   The constant of the C headers.

  value = 5;
end

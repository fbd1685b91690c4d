% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_IMAGE_BGRA
% WB_IMAGE_BGRA
%   The constant of the C headers.

  value = 6;
end

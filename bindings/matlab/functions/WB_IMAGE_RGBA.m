% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_IMAGE_RGBA
% WB_IMAGE_RGBA
%   The constant of the C headers.

  value = 4;
end

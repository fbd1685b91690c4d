% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_IMAGE_RGB
% WB_IMAGE_RGB
%   The constant of the C headers.

  value = 3;
end

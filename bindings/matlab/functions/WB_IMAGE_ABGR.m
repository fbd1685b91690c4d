% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_IMAGE_ABGR
% WB_IMAGE_ABGR
%   The constant of the C headers.

  value = 7;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_ROTATIONAL
% WB_ROTATIONAL
%   The constant of the C headers.

  value = 0;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MODE_REMOTE_CONTROL
% WB_MODE_REMOTE_CONTROL
%   The constant of the C headers.

  value = 2;
end

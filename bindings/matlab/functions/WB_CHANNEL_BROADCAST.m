% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_CHANNEL_BROADCAST
% WB_CHANNEL_BROADCAST
%   The constant of the C headers.

  value = -1;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_QUIT
% WB_EVENT_QUIT
%   The constant of the C headers.

  value = -1;
end

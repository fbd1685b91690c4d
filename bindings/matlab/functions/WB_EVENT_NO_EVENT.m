% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_EVENT_NO_EVENT
% WB_EVENT_NO_EVENT
%   The constant of the C headers.

  value = 0;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SPEAKER
% WB_NODE_SPEAKER
%   The constant of the C headers.

  value = 59;
end

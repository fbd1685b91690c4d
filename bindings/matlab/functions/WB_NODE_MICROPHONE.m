% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_MICROPHONE
% WB_NODE_MICROPHONE
%   The constant of the C headers.

  value = 86;
end

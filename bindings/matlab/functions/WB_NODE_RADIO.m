% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_RADIO
% WB_NODE_RADIO
%   The constant of the C headers.

  value = 87;
end

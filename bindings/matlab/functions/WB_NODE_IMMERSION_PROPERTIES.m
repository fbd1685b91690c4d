% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_IMMERSION_PROPERTIES
% WB_NODE_IMMERSION_PROPERTIES
%   The constant of the C headers.

  value = 72;
end

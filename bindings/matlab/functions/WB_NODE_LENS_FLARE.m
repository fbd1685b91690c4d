% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_LENS_FLARE
% WB_NODE_LENS_FLARE
%   The constant of the C headers.

  value = 75;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_VIEWPOINT
% WB_NODE_VIEWPOINT
%   The constant of the C headers.

  value = 33;
end

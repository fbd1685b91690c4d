% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_GROUP
% WB_NODE_GROUP
%   The constant of the C headers.

  value = 14;
end

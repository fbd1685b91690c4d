% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SF_NODE
% WB_SF_NODE
%   The constant of the C headers.

  value = 9;
end

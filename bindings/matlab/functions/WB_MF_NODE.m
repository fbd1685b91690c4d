% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MF_NODE
% WB_MF_NODE
%   The constant of the C headers.

  value = 25;
end

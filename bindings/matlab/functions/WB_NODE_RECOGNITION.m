% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_RECOGNITION
% WB_NODE_RECOGNITION
%   The constant of the C headers.

  value = 77;
end

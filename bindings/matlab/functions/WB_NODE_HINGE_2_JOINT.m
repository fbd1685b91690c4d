% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_HINGE_2_JOINT
% WB_NODE_HINGE_2_JOINT
%   The constant of the C headers.

  value = 71;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_BALL_JOINT
% WB_NODE_BALL_JOINT
%   The constant of the C headers.

  value = 62;
end

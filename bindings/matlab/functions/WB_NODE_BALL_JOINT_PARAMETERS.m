% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_BALL_JOINT_PARAMETERS
% WB_NODE_BALL_JOINT_PARAMETERS
%   The constant of the C headers.

  value = 63;
end

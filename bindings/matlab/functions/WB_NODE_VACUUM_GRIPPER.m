% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_VACUUM_GRIPPER
% WB_NODE_VACUUM_GRIPPER
%   The constant of the C headers.

  value = 61;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_INERTIAL_UNIT
% WB_NODE_INERTIAL_UNIT
%   The constant of the C headers.

  value = 46;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_MODE_SIMULATION
% WB_MODE_SIMULATION
%   The constant of the C headers.

  value = 0;
end

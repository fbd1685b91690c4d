% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME
% WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME
%   The constant of the C headers.

  value = 1;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SUPERVISOR_SIMULATION_MODE_PAUSE
% WB_SUPERVISOR_SIMULATION_MODE_PAUSE
%   The constant of the C headers.

  value = 0;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_SUPERVISOR_SIMULATION_MODE_FAST
% WB_SUPERVISOR_SIMULATION_MODE_FAST
%   The constant of the C headers.

  value = 2;
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_simulation_get_mode()
% WB_SUPERVISOR_SIMULATION_GET_MODE
%   The pace of the simulation.

  value = wb_call('wb_supervisor_simulation_get_mode');
end

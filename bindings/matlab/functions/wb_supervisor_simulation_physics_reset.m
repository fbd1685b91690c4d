% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_simulation_physics_reset()
% WB_SUPERVISOR_SIMULATION_PHYSICS_RESET
%   Old name of wb_supervisor_simulation_reset_physics().

  wb_call('wb_supervisor_simulation_physics_reset');
end

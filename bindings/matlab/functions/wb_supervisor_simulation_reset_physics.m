% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_simulation_reset_physics()
% WB_SUPERVISOR_SIMULATION_RESET_PHYSICS
%   Stops all motion.

  wb_call('wb_supervisor_simulation_reset_physics');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_simulation_reset()
% WB_SUPERVISOR_SIMULATION_RESET
%   Sets the world back to its start after this step; controllers go on.

  wb_call('wb_supervisor_simulation_reset');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_simulation_quit(status)
% WB_SUPERVISOR_SIMULATION_QUIT
%   Ends the simulator with an exit status.

  wb_call('wb_supervisor_simulation_quit', status);
end

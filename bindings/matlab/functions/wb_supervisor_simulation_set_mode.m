% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_simulation_set_mode(mode)
% WB_SUPERVISOR_SIMULATION_SET_MODE
%   Pauses, or changes the pace.

  wb_call('wb_supervisor_simulation_set_mode', mode);
end

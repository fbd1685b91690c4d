% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_simulation_revert()
% WB_SUPERVISOR_SIMULATION_REVERT
%   Old name of wb_supervisor_world_reload().

  wb_call('wb_supervisor_simulation_revert');
end

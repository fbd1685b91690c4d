% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_world_reload()
% WB_SUPERVISOR_WORLD_RELOAD
%   Reads the world again. The controller ends.

  wb_call('wb_supervisor_world_reload');
end

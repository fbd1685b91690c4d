% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_load_world(filename)
% WB_SUPERVISOR_LOAD_WORLD
%   Old name of wb_supervisor_world_load().

  wb_call('wb_supervisor_load_world', filename);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_world_load(filename)
% WB_SUPERVISOR_WORLD_LOAD
%   Goes to another world. The controller ends.

  wb_call('wb_supervisor_world_load', filename);
end

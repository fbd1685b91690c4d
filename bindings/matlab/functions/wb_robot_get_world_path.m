% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_world_path()
% WB_ROBOT_GET_WORLD_PATH
%   The file of the world.

  value = wb_call('wb_robot_get_world_path');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_get_project_path()
% WB_ROBOT_GET_PROJECT_PATH
%   The folder of the project.

  value = wb_call('wb_robot_get_project_path');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_system_webots_instance_path(refresh)
% WBU_SYSTEM_WEBOTS_INSTANCE_PATH
%   The folder of the simulator that started this controller, or 0.

  value = wb_call('wbu_system_webots_instance_path', refresh);
end

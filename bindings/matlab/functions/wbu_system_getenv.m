% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_system_getenv(variable)
% WBU_SYSTEM_GETENV
%   A variable of the environment in UTF-8, or 0.

  value = wb_call('wbu_system_getenv', variable);
end

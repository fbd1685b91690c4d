% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_system_short_path(path)
% WBU_SYSTEM_SHORT_PATH
%   A path without characters that old programs of Windows do not know.

  value = wb_call('wbu_system_short_path', path);
end

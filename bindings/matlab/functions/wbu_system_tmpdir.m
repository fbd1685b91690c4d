% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wbu_system_tmpdir()
% WBU_SYSTEM_TMPDIR
%   The folder for temporary files.

  value = wb_call('wbu_system_tmpdir');
end

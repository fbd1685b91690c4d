% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_movie_failed()
% WB_SUPERVISOR_MOVIE_FAILED
%   Whether the last movie failed.

  value = wb_call('wb_supervisor_movie_failed');
end

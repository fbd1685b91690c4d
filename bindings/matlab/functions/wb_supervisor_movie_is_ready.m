% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_movie_is_ready()
% WB_SUPERVISOR_MOVIE_IS_READY
%   Whether no movie is being made.

  value = wb_call('wb_supervisor_movie_is_ready');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_movie_get_status()
% WB_SUPERVISOR_MOVIE_GET_STATUS
%   Old name of wb_supervisor_movie_is_ready().

  value = wb_call('wb_supervisor_movie_get_status');
end

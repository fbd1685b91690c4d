% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_get_movie_status()
% WB_SUPERVISOR_GET_MOVIE_STATUS
%   Old name of wb_supervisor_movie_is_ready().

  value = wb_call('wb_supervisor_get_movie_status');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_stop_movie()
% WB_SUPERVISOR_STOP_MOVIE
%   Old name of wb_supervisor_movie_stop_recording().

  wb_call('wb_supervisor_stop_movie');
end

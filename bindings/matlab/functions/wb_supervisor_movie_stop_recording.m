% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_movie_stop_recording()
% WB_SUPERVISOR_MOVIE_STOP_RECORDING
%   Ends the movie.

  wb_call('wb_supervisor_movie_stop_recording');
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_movie_start_recording(filename, width, height, codec, quality, acceleration, caption)
% WB_SUPERVISOR_MOVIE_START_RECORDING
%   Starts a movie.

  wb_call('wb_supervisor_movie_start_recording', filename, width, height, codec, quality, acceleration, caption);
end

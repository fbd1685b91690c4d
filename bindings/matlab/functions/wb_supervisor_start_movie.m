% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_start_movie(file, width, height, codec, quality, acceleration, caption)
% WB_SUPERVISOR_START_MOVIE
%   Old name of wb_supervisor_movie_start_recording().

  wb_call('wb_supervisor_start_movie', file, width, height, codec, quality, acceleration, caption);
end

% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_animation_start_recording(filename)
% WB_SUPERVISOR_ANIMATION_START_RECORDING
%   Starts an animation in an .html file. Returns whether it worked.

  value = wb_call('wb_supervisor_animation_start_recording', filename);
end
